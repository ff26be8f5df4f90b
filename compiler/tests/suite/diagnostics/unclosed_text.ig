/// A text without its second quotation mark, and quotation marks of other languages.

main {
    print "round, 1;
    print 'round';
    print;
}
