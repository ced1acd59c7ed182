import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import type { ProgramRepository } from '#app/domain/loyalty/program-repository.server.ts'
import { enrollability } from '#app/domain/loyalty/program-rules.ts'
import { programRule } from '#app/domain/loyalty/program-words.ts'
import { rewardWords } from '#app/domain/loyalty/reward-words.ts'
import { lastDayShortLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

type Program = NonNullable<Awaited<ReturnType<ProgramRepository['programOf']>>>

export function programView(program: Program, now: Instant) {
	const { shop, expiresAt, milestones } = program
	return {
		id: program.id,
		name: program.name,
		description: program.description,
		shop: { id: shop.id, name: shop.name, picture: shop.picture, address: fullAddress(shop) },
		cashback: program.cashbackPercent,
		milestones: milestones.map((milestone) => ({
			id: milestone.id,
			when: `After ${milestone.visitsRequired} visit${milestone.visitsRequired === 1 ? '' : 's'}`,
			description: milestone.description,
			worth: rewardWords(milestone),
		})),
		rule: programRule(program, shop.name),
		// If the program ends at midnight, its last day is the day before.
		expires: expiresAt === null ? null : lastDayShortLabel(shop.timeZone, expiresAt, now),
		state: enrollability(program, now),
	}
}

export type ProgramView = ReturnType<typeof programView>
