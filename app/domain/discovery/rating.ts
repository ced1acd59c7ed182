/**
 * The average of true reviews, 1 to 5, to one decimal, rounded half up; null without a review: then a shop is 'New'
 * (decision D12).
 */
export function averageRating(ratingSum: number, reviewCount: number): number | null {
	if (reviewCount <= 0) return null
	// Whole numbers until the last step: 4.35 is a little less than itself in binary and would round down.
	return Math.floor((ratingSum * 20 + reviewCount) / (2 * reviewCount)) / 10
}
