import { releaseDeposit, sendDepositAgain } from '#app/flows/booking/change-deposit.server.ts'
import { payDeposit } from '#app/flows/payments/pay-deposit.server.ts'
import { returnFromPayment } from '#app/flows/payments/settle-payment.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { answerOffer } from './customer.ts'
import { raceForTime } from './phone.ts'
import { phoneCallsOf } from './phone-record.ts'
import { deviceOf, tap } from './shop-device.ts'
import type { Setting } from './story.ts'

type Link = { checkoutId: string; code: string; hasEmail: boolean; heldUntilAt: Instant }

/** What becomes of a link: paid in time, late, in two tabs or never, mailed again, or the desk lets the time go. */
export async function followDeposit(setting: Setting, checkoutId: string): Promise<void> {
	const { me, world } = setting
	const { random } = me
	const [row] = await world.sql.rows(
		`SELECT link.code, checkout.email, hold.expires_at FROM deposit_links link JOIN checkouts checkout ON checkout.id = link.checkout_id
			JOIN holds hold ON hold.checkout_id = link.checkout_id WHERE link.checkout_id = ?`,
		checkoutId,
	)
	if (!row) return
	const code = String(row.code)
	const link = { checkoutId, code, hasEmail: row.email !== null, heldUntilAt: Number(row.expires_at) }
	if (random.chance(0.3)) await mailAgain(setting, link)
	const end = random.pick([
		'paid',
		'paid',
		'paid',
		'paid late',
		'paid late',
		'let go',
		'let go',
		'never',
	] as const)
	if (end === 'never') return
	const leftMs = Math.max(1, link.heldUntilAt - me.now())
	await me.wait(
		end === 'paid late' && random.chance(0.3) ? leftMs + random.below(2 * HOUR_MS) : random.below(leftMs),
	)
	if (end === 'let go') return letGo(setting, link)
	await pay(setting, link, { isLate: end === 'paid late' })
}

async function mailAgain({ me, shop }: Setting, { checkoutId }: Link): Promise<void> {
	const sends = () => {
		const page = { pageAct: newId(), action: ['deposit send', checkoutId] } as const
		return me.press('mails the link again', (deps, now) =>
			tap(deps, deviceOf(shop.id, 'desk'), { ...page, now }, ({ actOf }) => {
				const alongside = actOf({ kind: 'deposit_sent', subjectId: checkoutId, summary: 'Deposit link' })
				return sendDepositAgain(deps, { shopId: shop.id, checkoutId, alongside, now })
			}),
		)
	}
	if (me.random.chance(0.4)) await me.together(sends, sends)
	else await sends()
}

/** Half of the time while its customer pays. */
async function letGo(setting: Setting, link: Link): Promise<void> {
	const { me, shop, world } = setting
	const { random } = me
	const { checkoutId } = link
	const page = { pageAct: newId(), action: ['deposit let-go', checkoutId] } as const
	const lets = async () => {
		const answers = await me.press('lets the time go', (deps, now) =>
			tap(deps, deviceOf(shop.id, random.chance(0.5) ? 'desk' : 'owner'), { ...page, now }, ({ actOf }) => {
				const alongside = actOf({ kind: 'deposit_let_go', subjectId: checkoutId, summary: 'Deposit link' })
				return releaseDeposit(deps, { shopId: shop.id, checkoutId, alongside, now })
			}),
		)
		const isFree = answers.some((answer) => typeof answer === 'object' && answer.ok)
		const held = await world.sql.count('SELECT count(*) FROM holds WHERE checkout_id = ?', checkoutId)
		me.expect(!isFree || held === 0, `the time of ${checkoutId} was let go, and is held`)
	}
	if (random.chance(0.4)) return lets()
	const isOpen = random.chance(0.7) && (await openPage(setting, link))
	await me.wait(random.below(10 * MINUTE_MS))
	await me.together(lets, () =>
		isOpen ? payOpenPages(setting, link) : pay(setting, link, { isLate: false }),
	)
}

/** Late: the page was opened in time and stays open, while another customer wants the time as soon as it is free. */
async function pay(setting: Setting, link: Link, { isLate }: { isLate: boolean }): Promise<void> {
	const { me, world } = setting
	const { random } = me
	if (!(await openPage(setting, link))) return
	// Another tab finds the same page, or makes a second one after a bad card.
	if (random.chance(0.25)) {
		const [reference = ''] = await referencesOf(setting, link)
		if (random.chance(0.6)) world.paystack.pay(reference, 'declined')
		await me.wait(random.pick([1_000, 20 * MINUTE_MS, 36 * MINUTE_MS]))
		await openPage(setting, link)
	}
	await me.wait(random.below(4 * MINUTE_MS))
	if (isLate) {
		await me.wait(Math.max(0, link.heldUntilAt - me.now()) + random.below(40 * MINUTE_MS))
		const call = phoneCallsOf(world).get(link.checkoutId)
		if (call && random.chance(0.6)) await raceForTime(setting, call, () => payOpenPages(setting, link))
	}
	await payOpenPages(setting, link)
}

/** Pressed twice at once by some. Gives whether there is a page to pay on. */
async function openPage(setting: Setting, { code, hasEmail, checkoutId }: Link): Promise<boolean> {
	const { me, world } = setting
	const email = hasEmail || me.random.chance(0.1) ? null : `payer${me.random.below(1_000_000)}@example.com`
	const answers = await me.press('opens the deposit link', (deps, now) =>
		payDeposit(deps, { code, email, caller: { userId: null, networkKey: null }, now }),
	)
	me.expect(
		answers.every((answer) => answer !== null),
		`the link of ${checkoutId} is not known`,
	)
	const isPaying = answers.some((answer) => answer?.ok && answer.value.next === 'pay')
	const [link] = await world.sql.rows('SELECT let_go_at FROM deposit_links WHERE checkout_id = ?', checkoutId)
	me.expect(
		!isPaying || link?.let_go_at === null || me.now() - Number(link?.let_go_at) < MINUTE_MS,
		`a customer pays for the time of ${checkoutId}, which was let go`,
	)
	return isPaying
}

async function referencesOf({ world }: Setting, { checkoutId }: Link): Promise<string[]> {
	const rows = await world.sql.rows(
		'SELECT payment_reference FROM payment_attempts WHERE checkout_id = ? ORDER BY created_at, payment_reference',
		checkoutId,
	)
	return rows.map((row) => String(row.payment_reference))
}

/** The page, or with two tabs both; some come back from it, and what is offered for a lost time is answered. */
async function payOpenPages(setting: Setting, link: Link): Promise<void> {
	const { me, world, news } = setting
	const { random } = me
	const references = await referencesOf(setting, link)
	for (const paymentReference of references) {
		news.references.push(paymentReference)
		world.paystack.pay(paymentReference, random.chance(0.05) ? 'refundFails' : 'success')
		if (random.chance(0.3)) continue
		await me.wait(random.below(20_000))
		const back = await me.press('comes back from the deposit', (deps, now) =>
			returnFromPayment(deps, { paymentReference, actor: null, now }),
		)
		if (back.at(-1)?.payment.received?.outcome === 'offered') await answerOffer(setting, paymentReference)
	}
}
