import { DAY_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'
import { type DemoPrograms, demoPrograms } from './demo-programs.ts'
import type { SeedDay } from './demo-shop.ts'
import type { LoyaltyRows } from './seed-tables.ts'

/** Older than the demo client's first visit. */
const PROGRAM_AGE_DAYS = 430

type DemoCard = NonNullable<DemoPrograms['card']>
type DemoProgram = DemoCard | NonNullable<DemoPrograms['cashback']>

/** Programs of the demo shops, with cards and milestones. Ids are made of the shop's id. */
export function addProgramRows(rows: LoyaltyRows, day: SeedDay): void {
	for (const { shopId, card, cashback } of demoPrograms) {
		if (card) {
			const programId = cardProgramId(shopId)
			rows.loyaltyPrograms.push({ id: programId, shopId, kind: 'punch_card', ...programRow(card, day) })
			rows.punchCards.push({ programId, visitsRequired: card.visitsRequired, isCyclic: card.isCyclic })
			for (const milestone of card.milestones) {
				rows.loyaltyMilestones.push({
					id: `${programId}-${milestone.visits}`,
					programId,
					visitsRequired: milestone.visits,
					rewardKind: milestone.kind,
					...rewardRow(shopId, milestone),
					description: milestone.description,
				})
			}
		}
		if (cashback) {
			rows.loyaltyPrograms.push({
				id: cashbackProgramId(shopId),
				shopId,
				kind: 'cashback',
				cashbackPercent: cashback.percent,
				...programRow(cashback, day),
			})
		}
	}
}

/** 'ade-hair-studio-card' */
function cardProgramId(shopId: string): string {
	return `${shopId}-card`
}

/** 'ade-hair-studio-cashback' */
function cashbackProgramId(shopId: string): string {
	return `${shopId}-cashback`
}

function referralKobo({ referralNaira }: DemoProgram): number | null {
	return referralNaira === undefined ? null : referralNaira * KOBO_PER_NAIRA
}

function programRow(program: DemoProgram, { todayStartsAt }: SeedDay) {
	return {
		name: program.name,
		description: program.description,
		status: program.status ?? 'active',
		minimumSpendKobo: (program.minimumNaira ?? 0) * KOBO_PER_NAIRA,
		rewardDays: program.rewardDays ?? 90,
		referralReferrerKobo: referralKobo(program),
		referralFriendKobo: referralKobo(program),
		goldVisits: program.goldVisits ?? 10,
		platinumVisits: program.platinumVisits ?? 25,
		expiresAt: program.expiresOnDay === undefined ? null : todayStartsAt + program.expiresOnDay * DAY_MS,
		createdAt: todayStartsAt - PROGRAM_AGE_DAYS * DAY_MS,
	}
}

/** The stored value, percent or kobo, or the free service. */
function rewardRow(
	shopId: string,
	milestone: DemoCard['milestones'][number],
): { value: number | null; unit: RewardUnit | null; serviceId: string | null } {
	if ('percent' in milestone) return { value: milestone.percent, unit: 'percent', serviceId: null }
	if ('naira' in milestone) {
		return { value: milestone.naira * KOBO_PER_NAIRA, unit: 'kobo', serviceId: null }
	}
	const serviceId = 'service' in milestone ? `${shopId}-${milestone.service}` : null
	return { value: null, unit: null, serviceId }
}
