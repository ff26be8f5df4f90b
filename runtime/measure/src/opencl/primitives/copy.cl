// x ← y.

kernel IGC_WORKGROUP void igc_prim_copy(IGC_PRIM_OUT x, IGC_PRIM_IN y, const uint tiles)
{
    const igc_prim_share own = igc_prim_tiles(tiles);
    for (uint tile = own.from; tile < own.to; tile++) {
        uint words[IGC_PRIM_ITEMS];
        igc_prim_load_tile(words, y, tile);
        igc_prim_store_tile(x, words, tile);
    }
}
