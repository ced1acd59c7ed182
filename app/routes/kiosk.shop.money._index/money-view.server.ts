import { dueLineWords } from '#app/domain/payouts/due-list.ts'
import { netAmount } from '#app/domain/payouts/payout-share.ts'
import type { StatedPayout } from '#app/domain/payouts/payout-statement-repository.server.ts'
import type { PayoutHold } from '#app/domain/payouts/payout-time.server.ts'
import { payoutStatusWords } from '#app/domain/payouts/payout-words.ts'
import type { readMoney } from '#app/flows/payouts/read-money.server.ts'
import { momentLabelAt, nearMomentLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'

/** As many as fit into 10 KB beside the rest of the page (P1). */
const LINES_OF_PAGE = 30
const ACCOUNT_PAGE = '/kiosk/shop/payout-account'

type Money = NonNullable<Awaited<ReturnType<typeof readMoney>>>
type TagTone = 'leaf' | 'amber' | 'clay' | 'plain'

const tones: Record<string, TagTone> = { due: 'leaf', debt: 'clay', later: 'plain', held: 'amber' }
const payoutTones = { on_its_way: 'plain', paid: 'leaf', void: 'clay' } as const

export function dueView(
	money: Money,
	{ zone, isByTransfer, now }: { zone: string; isByTransfer: boolean; now: Instant },
) {
	const { lines, due, owed, later, held } = money
	const { earnedKobo, tipKobo, commissionKobo, paymentFeeKobo } = due.share
	return {
		due: { netKobo: due.netKobo },
		notice: { words: noticeWords(money, { zone, isByTransfer, now }), link: accountLink(money) },
		sums: [
			...nonZero('Earned online', earnedKobo),
			...nonZero('Tips', tipKobo),
			...nonZero('Commission', -commissionKobo),
			...nonZero('Paystack’s fees', -paymentFeeKobo),
			...(due.count > 0 ? [{ label: 'Due to you now', amountKobo: due.netKobo }] : []),
			...nonZero('Of it, what you owe', owed.netKobo),
			...nonZero('Comes later', later.netKobo),
			...nonZero('On hold', held.netKobo),
		],
		lines: lines.slice(0, LINES_OF_PAGE).map((line): DueLine => {
			const { label, at, why } = dueLineWords(line)
			return {
				id: line.paymentReference,
				name: line.payment.name,
				amountKobo: netAmount(line.share),
				label,
				tone: tones[line.state] ?? 'plain',
				about: at === null ? why : `${why}: ${shortDateLabelAt(zone, at)}`,
			}
		}),
		moreLines: Math.max(0, lines.length - LINES_OF_PAGE),
	}
}

export type DueLine = {
	id: string
	name: string
	amountKobo: Kobo
	label: string
	tone: TagTone
	about: string
}

export function payoutView(payout: StatedPayout, zone: string) {
	const { status, amountKobo, createdAt, changedAt, bankName, lastDigits, itemCount } = payout
	const { label, means } = payoutStatusWords[status]
	const payments = itemCount === 1 ? '1 payment' : `${itemCount} payments`
	return {
		to: `/kiosk/shop/money/${payout.reference}`,
		amountKobo,
		status: label,
		tone: payoutTones[means],
		about: `${momentLabelAt(zone, means === 'paid' ? changedAt : createdAt)} · ${bankName}, …${lastDigits} · ${payments}`,
	}
}

function nonZero(label: string, amountKobo: Kobo) {
	return amountKobo === 0 ? [] : [{ label, amountKobo }]
}

function noticeWords(
	{ hold, shop: { account }, nextPayoutAt, minimumKobo }: Money,
	{ zone, isByTransfer, now }: { zone: string; isByTransfer: boolean; now: Instant },
): string {
	const target = account ? `${account.bankName}, account ending in ${account.accountNumber.slice(-4)}` : ''
	const when =
		isByTransfer && nextPayoutAt !== null
			? nearMomentLabelAt(zone, nextPayoutAt, now)
			: 'Our team pays it by bank transfer'
	if (hold === null) return `${when}, to ${target}.`
	return holdWords(hold, { zone, minimumKobo, when, now })
}

function holdWords(
	hold: PayoutHold,
	{ zone, minimumKobo, when, now }: { zone: string; minimumKobo: Kobo; when: string; now: Instant },
): string {
	switch (hold.why) {
		case 'no_account':
			return 'Tell us the bank account that your money goes to. Until then it waits here.'
		case 'nothing_due':
			return 'Money is paid out on working days.'
		case 'in_debt':
			return 'It is taken off what your next bookings bring.'
		case 'below_minimum':
			return `It is paid out together with more, from ${formatNaira(minimumKobo)} on.`
		case 'account_waits':
			return `Your new account can be used from ${nearMomentLabelAt(zone, hold.until, now)}. ${when}.`
		case 'contact_changed':
			return `Your contact was changed, so payouts wait until ${nearMomentLabelAt(zone, hold.until, now)}. ${when}.`
	}
}

function accountLink({ shop: { account } }: Money) {
	return account
		? { to: ACCOUNT_PAGE, label: 'Payout account', isFirst: false }
		: { to: ACCOUNT_PAGE, label: 'Set your payout account', isFirst: true }
}
