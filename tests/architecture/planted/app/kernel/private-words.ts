export type VisitToClose = { pastVisits: number; likelyDeeds: string[]; laws: string[]; occasion: string }

export function takeTimeBack(refuseMet: boolean, sieveOfNetwork: string, wish: string): unknown[] {
	const givenBack = [refuseMet, sieveOfNetwork, wish]
	// Kept for somebody who asks later.
	const somebody = givenBack
	return somebody
}
