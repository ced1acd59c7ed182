/**
 * The average of a shop's reviews, 1 to 5, to one decimal, rounded half up. Null without a review: the shop reads 'New'
 * (D12).
 */
export function averageRating(ratingSum: number, reviewCount: number): number | null {
	if (reviewCount <= 0) return null
	// Whole numbers until the last step: 4.35 is a little less than itself in binary and would round down.
	return Math.floor((ratingSum * 20 + reviewCount) / (2 * reviewCount)) / 10
}
