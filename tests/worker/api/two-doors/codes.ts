import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import { rewardRefusalWords } from '#app/flows/loyalty/use-code.server.ts'
import { orderRefusalWords } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addReward } from '#tests/support/kiosk-desk.ts'
import { addHolder, addOrder, addPlan, addSubscription, type TestPlan } from '#tests/support/session-desk.ts'
import {
	addRow,
	type DoorDesk,
	done,
	newStaff,
	newVisit,
	payByTransfer,
	type Situation,
	type Twin,
	type Visit,
	type Wish,
} from './door-desk.ts'

const codeWords = { ...checkInRefusalWords, ...rewardRefusalWords }

/** A code that a customer shows; `use`: a reward is used, and not looked up alone. */
const shown = (code: string, use?: 'use'): Wish => ({
	api: { method: 'POST', path: '/codes', body: { code, ...(use && { use: true }) } },
	page: '/kiosk/scan',
	typed: { code },
	sent: use ? { intent: 'use' } : {},
})

const started = (order: string): Wish => ({
	api: { method: 'POST', path: `/plan-orders/${order}/activate` },
	page: '/kiosk/scan',
	typed: { code: order },
	sent: { intent: 'start' },
})

type Held = TestPlan & { period?: object; createdAt?: number }

/** A code that lets the holder of a plan in. */
async function checkInCode(
	desk: DoorDesk,
	{ period = {}, createdAt = Date.now(), ...plan }: Held = {},
): Promise<string> {
	const { database, shop, now } = desk
	const planId = await addPlan(database, shop.id, plan)
	const { subscriptionId } = await addHolder(database, planId, { now, ...period })
	return codeOf(desk, subscriptionId, createdAt)
}

let codesSoFar = 0

/** A code stands once in its shop. It is counted in the digits 2 to 9, since codes have neither 0 nor 1. */
const newTypedCode = () =>
	`K${(++codesSoFar)
		.toString(8)
		.padStart(4, '0')
		.replace(/./g, (digit) => String(Number(digit) + 2))}Q`

async function codeOf(desk: DoorDesk, subscriptionId: string, createdAt = Date.now()): Promise<string> {
	const typed = newTypedCode()
	await addRow(
		desk,
		'code',
		`INSERT INTO check_in_codes (id, subscription_id, shop_id, typed_code, created_at, expires_at)
			VALUES (:id, '${subscriptionId}', :shop, '${typed}', ${createdAt}, ${createdAt + 2 * MINUTE_MS})`,
	)
	return typed
}

const checkedIn =
	(held: (desk: DoorDesk) => Held): Situation =>
	async (desk) =>
		shown(await checkInCode(desk, held(desk)))

const member = async ({ database, now }: DoorDesk) =>
	(await addSignedInPerson(database, { at: now, isVerified: true })).userId

/** A tenth off, earned by a visit to a person without other visits. */
async function newReward(desk: DoorDesk, userId: string): Promise<string> {
	const staff = await newStaff(desk)
	const idOf = (name: string) => (name === 'Ada' ? staff : desk.shop.idOf(name))
	return addReward({ url: desk.url, database: desk.database }, { ...desk.shop, idOf }, userId)
}

/** A tenth off, and the visits of its customer today. */
async function rewardOf(
	desk: DoorDesk,
	visits: number[],
	change?: { reward?: string; visit?: (visit: Visit) => Promise<unknown> },
): Promise<string> {
	const userId = await member(desk)
	const code = await newReward(desk, userId)
	if (change?.reward) await desk.database.change(`UPDATE rewards SET ${change.reward} WHERE code = ?`, code)
	for (const inMinutes of visits) {
		const visit = await newVisit(desk, { inMinutes, userId })
		await change?.visit?.(visit)
	}
	return code
}

type Ordered = { plan?: string; order?: string; holds?: true }

/** An order of a plan, which waits for its money. */
async function ordered(desk: DoorDesk, { plan, order, holds }: Ordered = {}): Promise<string> {
	const { database, shop, now } = desk
	const planId = await addPlan(database, shop.id)
	const userId = await member(desk)
	if (holds) await addSubscription(database, planId, userId)
	const number = await addOrder(database, planId, userId, { now: now - HOUR_MS })
	if (plan) await database.change(`UPDATE subscription_plans SET ${plan} WHERE id = ?`, planId)
	if (order) await database.change(`UPDATE plan_orders SET ${order} WHERE reference_number = ?`, number)
	return number
}

const longAgo = (now: number) => `created_at = ${now - 30 * DAY_MS}, expires_at = ${now - 23 * DAY_MS}`

/** What customers show or read out. */
export const codes: Record<string, Twin> = {
	'POST /codes': {
		met: {
			code_not_known: async () => shown('NOPE7Q'),
			code_used: async (desk) => {
				const code = await checkInCode(desk)
				await done(desk, shown(code).api)
				return shown(code)
			},
			code_expired: checkedIn(({ now }) => ({ createdAt: now - HOUR_MS })),
			subscription_paused: checkedIn(({ now }) => ({
				period: { pausedAt: now - HOUR_MS, resumesAt: now + DAY_MS },
			})),
			subscription_over: checkedIn(({ now }) => ({ period: { endsAt: now - HOUR_MS } })),
			subscription_not_begun: checkedIn(({ now }) => ({ period: { startsAt: now + DAY_MS } })),
			no_entry_left: async (desk) => {
				const { database, shop, now } = desk
				const planId = await addPlan(database, shop.id, { entryKind: 'total', entries: 1 })
				const { subscriptionId } = await addHolder(database, planId, { now })
				await done(desk, shown(await codeOf(desk, subscriptionId)).api)
				return shown(await codeOf(desk, subscriptionId))
			},
			other_shop: async (desk) => {
				const content = { userId: await member(desk), shopId: desk.other.id }
				return shown((await signMemberCode([scratchCookieKey], content, desk.now)).token)
			},
			reward_used: async (desk) => shown(await rewardOf(desk, [], { reward: `used_at = ${desk.now}` })),
			reward_expired: async (desk) =>
				shown(await rewardOf(desk, [], { reward: 'expires_at = earned_at + 1' })),
			no_visit_today: async (desk) => shown(await rewardOf(desk, [])),
			visit_not_chosen: async (desk) => shown(await rewardOf(desk, [5, 65]), 'use'),
			visit_over: async (desk) =>
				shown(
					await rewardOf(desk, [-60], {
						visit: ({ reference }) => done(desk, { path: `/appointments/${reference}/complete` }),
					}),
					'use',
				),
			reward_in_use: async (desk) => {
				const code = await rewardOf(desk, [5])
				await done(desk, shown(code, 'use').api)
				return shown(code)
			},
			visit_has_saving: async (desk) => {
				const userId = await member(desk)
				const codes = [await newReward(desk, userId), await newReward(desk, userId)]
				await newVisit(desk, { inMinutes: 5, userId })
				const [first = '', second = ''] = codes
				await done(desk, shown(first, 'use').api)
				return shown(second, 'use')
			},
			visit_paid: async (desk) =>
				shown(await rewardOf(desk, [5], { visit: (visit) => payByTransfer(desk, visit) }), 'use'),
			reward_does_not_fit: async (desk) => {
				const free = `reward_kind = 'free_service', value = NULL, unit = NULL, service_id = '${desk.shop.idOf('wash')}'`
				return shown(await rewardOf(desk, [5], { reward: free }), 'use')
			},
			too_many_tries: async (desk) => ({
				...shown('NOPE7Q'),
				atOnce: () =>
					desk.database.change(
						`INSERT INTO rate_limits (kind, subject, attempts, last_attempt_at, expires_at) VALUES ('check-in', ?, 9, ?, ?)`,
						desk.shop.id,
						String(Date.now()),
						String(Date.now() + MINUTE_MS),
					),
			}),
			order_started: async (desk) => {
				const order = await ordered(desk)
				await done(desk, started(order).api)
				return shown(order)
			},
			order_of_held_plan: async (desk) => shown(await ordered(desk, { holds: true })),
			order_ended: async (desk) => shown(await ordered(desk, { order: `ended_at = ${desk.now}` })),
		},
		words: (code) => codeWords[code as keyof typeof codeWords],
	},
	'POST /plan-orders/{order}/activate': {
		met: {
			order_not_found: async () => started('ORD-NONE'),
			plan_held: async (desk) => started(await ordered(desk, { holds: true })),
			plan_not_on_offer: async (desk) => started(await ordered(desk, { plan: `status = 'withdrawn'` })),
			plan_order_ended: async (desk) => started(await ordered(desk, { order: `ended_at = ${desk.now}` })),
			plan_order_over: async (desk) => started(await ordered(desk, { order: longAgo(desk.now) })),
		},
		unmet: {
			plan_renewed:
				'needs a period that is renewed twice at once: tests/integration/subscriptions/buy-plan.test.ts',
			plan_promo_not_valid:
				'needs a code that another order takes meanwhile: tests/integration/subscriptions',
			cashback_not_available:
				'needs cashback that another order takes meanwhile: tests/integration/subscriptions',
		},
		words: (code) => orderRefusalWords[code as keyof typeof orderRefusalWords] ?? '',
	},
}
