export function starsLabel(rating: number): string {
	return rating === 1 ? '1 star' : `${rating} stars`
}
