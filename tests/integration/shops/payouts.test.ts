import { expect, test } from 'vitest'
import { payoutsCsv, payoutTotals } from '#app/domain/payouts/payout-csv.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { daySpans } from '#app/kernel/zone.server.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, monday, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('payouts')
const zone = 'Africa/Lagos'

async function pay(shop: SmallShop, startsAt: number, tip?: string) {
	const payer = await desk.atCheckout(shop, { startsAt })
	const paymentReference = await payer.start(tip ? { tip: 'custom', customTip: tip } : {})
	desk.paystack.pay(paymentReference)
	await desk.settle(paymentReference)
	const appointmentId = (await desk.deps.payments.attempts.payment(paymentReference))?.received?.appointmentId
	if (!appointmentId) throw new Error('not booked')
	return appointmentId
}

test('what was paid and given back stands on its day, and the sums are the ledger’s', async () => {
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	// Late on Monday in Lagos, which is another hour in UTC.
	desk.clock.now = lagos(monday, '23:30')
	const wednesday = lagos(addDays(tuesday, 1), '10:00')
	await pay(shop, wednesday, '500')
	const second = await pay(shop, lagos(addDays(tuesday, 1), '12:00'))
	desk.clock.now = lagos(tuesday, '00:30')
	await cancelAppointment(desk.deps, { by: { kind: 'customer', appointmentId: second }, now: desk.clock.now })
	await pay(other, wednesday)
	const days = await desk.deps.payouts.dues.days(shop.id, daySpans(zone, monday, tuesday))
	const none = { cashbackGivenKobo: 0, cashbackSpentKobo: 0 }
	expect(days).toEqual([
		{ date: monday, earnedKobo: 1_000_000, returnedKobo: 0, tipsKobo: 50_000, ...none },
		{ date: tuesday, earnedKobo: 0, returnedKobo: 500_000, tipsKobo: 0, ...none },
	])
	const balances = await desk.deps.payments.ledger.balancesOf(shop.id)
	expect(payoutTotals(days).dueKobo).toBe(balances.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0))
	expect(payoutsCsv(days).split('\r\n')).toEqual([
		'\uFEFFDate,Takings,Given back,Tips,Due,Cashback given,Cashback spent',
		`${monday},10000.00,0.00,500.00,10500.00,0.00,0.00`,
		`${tuesday},0.00,5000.00,0.00,-5000.00,0.00,0.00`,
		'Total,10000.00,5000.00,500.00,5500.00,0.00,0.00',
		'',
	])
	expect(await desk.deps.payouts.dues.days(shop.id, daySpans(zone, tuesday, tuesday))).toHaveLength(1)
})

test('a year is one span where clocks do not change, and five where they do', () => {
	expect(daySpans(zone, '2026-01-01', '2026-12-31')).toEqual([
		{
			firstDate: '2026-01-01',
			fromAt: lagos('2026-01-01', '00:00'),
			untilAt: lagos('2027-01-01', '00:00'),
			dayMs: DAY_MS,
		},
	])
	const london = daySpans('Europe/London', '2026-01-01', '2026-12-31')
	expect(london.map(({ firstDate, dayMs }) => [firstDate, dayMs / 3_600_000])).toEqual([
		...[
			['2026-01-01', 24],
			['2026-03-29', 23],
			['2026-03-30', 24],
		],
		...[
			['2026-10-25', 25],
			['2026-10-26', 24],
		],
	])
})
