import { type RedeemRewardDeps, redeemReward } from '#app/flows/loyalty/redeem-reward.server.ts'
import { useCode as takeCode } from '#app/flows/loyalty/use-code.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Uses a reward by its code as an act of its own, as the operator does; gives 'used', or why not. */
export async function usedReward(
	deps: RedeemRewardDeps & Pick<Repositories, 'shops'>,
	{ code, reference = null, now }: { code: string; reference?: string | null; now: Instant },
): Promise<string> {
	const actId = newId()
	const used = await redeemReward(deps, {
		code,
		shopId: null,
		referenceNumber: reference,
		isUse: true,
		actId,
		now,
		alongside: ({ shopId }) =>
			deps.shops.shopActs.insertAct({
				id: actId,
				requestId: actId,
				shopId,
				keyId: null,
				now,
				kind: 'reward_used',
				subjectId: code,
				summary: `Reward ${code}`,
			}),
	})
	return used.ok ? 'used' : used.refusal.code
}

/** A code at a shop's till, shown or used; `key` is the id of the act. */
export function presentCode(
	deps: Parameters<typeof takeCode>[0] & Pick<Repositories, 'shops'>,
	{ shopId, text, usesReward = true, key = newId(), now }: PresentedCode,
) {
	const act = { kind: 'reward_used', subjectId: text, summary: text } as const
	const by = { id: key, requestId: key, shopId, keyId: null, now }
	const alongside = usesReward ? deps.shops.shopActs.insertAct({ ...act, ...by }) : []
	const keys = { checkInKeys: [], cookieKeys: ['k'.repeat(32)] }
	return takeCode(deps, { ...keys, shopId, text, usesReward, key, now, alongside })
}

type PresentedCode = { shopId: string; text: string; usesReward?: boolean; key?: string; now: Instant }
