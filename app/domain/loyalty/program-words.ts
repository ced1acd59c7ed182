import { counted } from '#app/kernel/labels.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import type { ProgramKind } from '#app/kernel/vocabulary/loyalty.ts'

export type ProgramTerms = {
	kind: ProgramKind
	cashbackPercent: number | null
	minimumSpendKobo: Kobo
	/** Null for cashback. */
	card: { visitsRequired: number; isCyclic: boolean } | null
	rewardDays: number
	goldVisits: number
	platinumVisits: number
}

type Gist = Pick<ProgramTerms, 'kind' | 'cashbackPercent'> & {
	visitsRequired: number | null
	lastReward: string | null
	rewardCount: number
}

/** '5% cashback on what you pay', '10 visits: Free wash, and 2 more rewards'. */
export function programGist({
	kind,
	cashbackPercent,
	visitsRequired,
	lastReward,
	rewardCount,
}: Gist): string {
	if (kind === 'cashback') return `${cashbackPercent}% cashback on what you pay`
	const appointments = counted(visitsRequired ?? 0, 'visit')
	if (lastReward === null) return `A stamp card of ${appointments}`
	const more = rewardCount > 1 ? `, and ${counted(rewardCount - 1, 'more reward')}` : ''
	return `${appointments}: ${lastReward}${more}`
}

/** The program's rule, a sentence each (D29, D30, D39, D43). */
export function programRule(terms: ProgramTerms, shopName: string): string[] {
	const { minimumSpendKobo: minimum, goldVisits, platinumVisits } = terms
	const from = minimum > 0 ? ` for visits of ${formatNaira(minimum)} or more` : ''
	const tiers = `Gold starts at ${counted(goldVisits, 'visit')} in twelve months, Platinum at ${platinumVisits}.`
	return [...(terms.card ? cardRule(terms, terms.card, from) : cashbackRule(terms, shopName, from)), tiers]
}

function cardRule(
	{ rewardDays }: ProgramTerms,
	{ visitsRequired, isCyclic }: NonNullable<ProgramTerms['card']>,
	from: string,
): string[] {
	const stamps = counted(visitsRequired, 'stamp')
	return [
		`One stamp a day${from}.`,
		isCyclic ? `After ${stamps} a new card begins.` : `The card is full after ${stamps}.`,
		`Each reward can be used for ${counted(rewardDays, 'day')}.`,
	]
}

function cashbackRule({ cashbackPercent }: ProgramTerms, shopName: string, from: string): string[] {
	return [
		`You get ${cashbackPercent}% cashback on what you pay${from}.`,
		'Discounts and tips don’t count.',
		`You can spend it at ${shopName}.`,
	]
}
