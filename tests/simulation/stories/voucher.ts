import { openVoucher } from '#app/flows/loyalty/open-voucher.server.ts'
import {
	type CodeRefusal,
	useCode as takeCode,
	type UseCodeInput,
} from '#app/flows/loyalty/use-code.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { simulatedKeys } from '../request.ts'
import type { SimulatedPerson } from '../town.ts'
import { isActDone } from './refused.ts'
import type { OwnReward } from './savings.ts'
import type { Setting } from './story.ts'

type Presented = Pick<UseCodeInput, 'text' | 'referenceNumber'> & { usesReward: boolean }

/** The reward is shown as a voucher, which is open for some minutes. */
export const showVoucher = ({ me }: Setting, { sessionHash }: SimulatedPerson, id: string) =>
	me.press('opens the voucher', (deps, now) => openVoucher(deps, { sessionHash, at: now }, id))

/** A customer shows a reward at the desk: a wrong code first, at two desks at once, or after the voucher is over. */
export async function showReward(
	setting: Setting,
	person: SimulatedPerson,
	{ id, code }: Pick<OwnReward, 'id' | 'code'>,
	referenceNumber: string | null,
): Promise<void> {
	const { me } = setting
	const { random } = me
	if (random.chance(0.8)) await showVoucher(setting, person, id)
	await me.wait(random.chance(0.15) ? 4 * MINUTE_MS : random.below(MINUTE_MS))
	if (random.chance(0.2)) await present(setting, { text: newReadableCode(8), usesReward: true })
	if (random.chance(0.5)) await present(setting, { text: code, usesReward: false })
	const use = () => present(setting, { text: code, referenceNumber, usesReward: true })
	if (!random.chance(0.4)) {
		await use()
		return
	}
	const used: boolean[] = []
	await me.together(
		...[0, 1].map(() => async () => {
			used.push(await use())
		}),
	)
	me.expect(used.filter(Boolean).length <= 1, `reward ${code} was used at two desks`)
}

/** What a code that was used is refused as. */
const usedUp: readonly CodeRefusal[] = ['reward_used', 'reward_in_use']

/** A code is taken at a desk, by a page with its own act. Gives whether it was told that the reward is used. */
async function present(
	{ me, world, shop }: Setting,
	{ text, usesReward, referenceNumber }: Presented,
): Promise<boolean> {
	const key = newId()
	const answers = await me.press(`takes code ${text}`, async (deps, now) => {
		const act = { kind: 'reward_used', subjectId: text, summary: `Reward ${text}` } as const
		const by = { id: key, requestId: newId(), shopId: shop.id, keyId: null, now }
		const isDone = await isActDone(world, key)
		try {
			const used = await takeCode(deps, {
				shopId: shop.id,
				text,
				checkInKeys: simulatedKeys,
				cookieKeys: simulatedKeys,
				usesReward,
				referenceNumber: referenceNumber ?? null,
				key,
				alongside: usesReward ? deps.shops.shopActs.insertAct({ ...act, ...by }) : [],
				now,
			})
			me.expect(
				!isDone || used.ok || !usedUp.includes(used.refusal.code),
				`code ${text} was used by this act, and its repeat is refused as used`,
			)
			return used.ok
				? used.value.kind === 'reward' && used.value.isUsed
					? 'used'
					: used.value.kind
				: used.refusal.code
		} catch (error) {
			// The page was sent twice, and its first request was faster.
			if (isViolation(error, 'act_done_already')) return 'done already'
			throw error
		}
	})
	return answers.includes('used')
}
