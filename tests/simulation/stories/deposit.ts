import { askDeposit, type DepositRequest } from '#app/flows/booking/ask-deposit.server.ts'
import type { WalkInOffer } from '#app/flows/booking/plan-walk-in.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { followDeposit } from './deposit-link.ts'
import { takeCall } from './phone.ts'
import { isPriceFit } from './phone-call.ts'
import { type PhoneCall, phoneCallsOf } from './phone-record.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting, Story } from './story.ts'

/** A time is held on the telephone until its deposit is paid: asked for alone, or beside a customer at checkout. */
export const depositStory: Story = async (setting) => {
	const ruleAsBefore = await askForDeposits(setting)
	const links: string[] = []
	await takeCall(setting, async (call) => {
		const { checkoutId, offer } = await askFor(setting, call)
		if (checkoutId !== null) links.push(checkoutId)
		return { isTaken: checkoutId !== null, offer }
	})
	await ruleAsBefore()
	for (const checkoutId of links) await followDeposit(setting, checkoutId)
}

/** Makes a shop without deposits ask for one while this customer telephones. Gives what undoes that. */
async function askForDeposits({ me, world, shop }: Setting): Promise<() => Promise<unknown>> {
	const { random } = me
	const [former] = await world.sql.rows(
		'SELECT deposit_kind, deposit_value, deposit_hold_hours FROM shops WHERE id = ?',
		shop.id,
	)
	const depositHoldHours = random.pick([1, 2, 6, 24])
	const depositValue = random.pick([20, 50, 100])
	const change = (fields: Parameters<typeof changeDetails>[1]['fields']) =>
		me.press('sets what is asked for as a deposit', (deps, now) =>
			changeDetails(deps, { shopId: shop.id, fields, now }),
		)
	const isAsked = former?.deposit_kind !== 'none'
	await change({ depositHoldHours, ...(!isAsked && { depositKind: 'percent', depositValue }) })
	return async () => isAsked || (await change({ depositKind: 'none', depositValue: 0 }))
}

/** Pressed again it is the same link. Gives its checkout where the time is held. */
async function askFor(
	{ me, world, shop }: Setting,
	call: PhoneCall,
): Promise<{ checkoutId: string | null; offer: WalkInOffer | null }> {
	const page = { pageAct: newId(), action: ['ask deposit', JSON.stringify(call)] } as const
	const calls = phoneCallsOf(world)
	const agreed = { ...call, shopId: shop.id, isDeposit: true, promisedUntil: null }
	let checkoutId = ''
	const answers = await me.press('asks for a deposit', (deps, now) =>
		tap(deps, deviceOf(shop.id, 'desk'), { ...page, now }, ({ actId, actOf }) => {
			checkoutId = actId
			calls.set(actId, { ...agreed, ...calls.get(actId), askedAt: now })
			const alongside = actOf({ kind: 'deposit_asked', subjectId: actId, summary: 'By telephone' })
			const customer = { ...call.customer, userId: null }
			return askDeposit(deps, { ...call, shopId: shop.id, customer, draftId: actId, alongside, now })
		}),
	)
	const held = answers.flatMap((answer): DepositRequest[] =>
		typeof answer === 'object' && answer.ok ? [answer.value] : [],
	)
	me.expect(
		held.length === 0 || isPriceFit(call),
		'asked for a deposit of a price that the shop may not take',
	)
	for (const { heldUntilAt } of held) {
		me.expect(
			heldUntilAt <= call.startsAt - 2 * HOUR_MS,
			`a time is held until ${heldUntilAt}, and begins then`,
		)
		me.expect(
			heldUntilAt <= me.now() + 24 * HOUR_MS + MINUTE_MS,
			`a time is held until ${heldUntilAt}: too long`,
		)
	}
	const kept = calls.get(checkoutId)
	if (kept && held.length > 0)
		calls.set(checkoutId, { ...kept, promisedUntil: Math.min(...held.map((one) => one.heldUntilAt)) })
	const isHeld = held.length > 0 || answers.includes('act_done_already')
	const refused = answers.find((answer) => typeof answer === 'object' && !answer.ok)
	const offer = typeof refused === 'object' && !refused.ok ? refused.offer : null
	return { checkoutId: isHeld ? checkoutId : null, offer }
}
