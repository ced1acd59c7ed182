import type { ListedBusiness } from '#app/flows/discovery/list-businesses.server.ts'

type Packed = [
	id: string,
	name: string,
	picture: string | null,
	isFeatured: 0 | 1,
	rating: number | null,
	reviewCount: number,
	services: string,
	canBook: 0 | 1,
	categories: string[],
	moreCategories: number,
	open: [isOpen: 0 | 1, label: string] | null,
	place: string,
	earliest: string | null,
]

/**
 * The cards as one text for the browser's router. Remix numbers each value of a loader by itself: as values the cards
 * would cost a page as many bytes again as their markup does (P1).
 */
export function packCards(cards: readonly ListedBusiness[]): string {
	return JSON.stringify(
		cards.map(
			(card): Packed => [
				card.id,
				card.name,
				card.picture,
				card.isFeatured ? 1 : 0,
				card.rating,
				card.reviewCount,
				card.services,
				card.canBook ? 1 : 0,
				card.categories,
				card.moreCategories,
				card.open && [card.open.isOpen ? 1 : 0, card.open.label],
				card.place,
				card.earliest,
			],
		),
	)
}

export function unpackCards(text: string): ListedBusiness[] {
	const packed: Packed[] = JSON.parse(text)
	return packed.map(
		([
			id,
			name,
			picture,
			isFeatured,
			rating,
			reviewCount,
			services,
			canBook,
			categories,
			moreCategories,
			open,
			place,
			earliest,
		]) => ({
			id,
			name,
			picture,
			isFeatured: isFeatured === 1,
			rating,
			reviewCount,
			services,
			canBook: canBook === 1,
			categories,
			moreCategories,
			open: open && { isOpen: open[0] === 1, label: open[1] },
			place,
			earliest,
		}),
	)
}
