/** How many rows one write of a purge deletes: it then holds the database's one writer for milliseconds (S22). */
export const SLICE_ROWS = 5_000
