export type Row = object
