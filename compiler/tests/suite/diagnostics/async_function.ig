async fn helper() {
}

main {
    helper();
}
