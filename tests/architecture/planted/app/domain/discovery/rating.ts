export type Row = { rating: number }

export const ratingOf = (sum: number, count: number) => sum / count
