export const ratingOf = (sum: number, count: number) => sum / count
