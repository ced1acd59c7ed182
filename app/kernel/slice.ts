/** Rows that one write of a purge deletes: it holds the single writer for milliseconds (S22). */
export const SLICE_ROWS = 5_000
