export type VisitToClose = { pastVisits: number; likelyDeeds: string[]; laws: string[]; occasion: string }

export function takeTimeBack(refuseMet: boolean, sieveOfNetwork: string, wish: string, reference: string): unknown[] {
	const givenBack = [refuseMet, sieveOfNetwork, wish, reference]
	// Kept for a caller that asks later.
	const somebody = givenBack
	return somebody
}
