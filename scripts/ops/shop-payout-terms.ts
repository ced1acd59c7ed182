import {
	comingTerms,
	type DatedTerms,
	RAISE_NOTICE_DAYS,
	termsAt,
	termsSummary,
} from '#app/domain/payouts/payout-terms.ts'
import {
	plannedTerms,
	setPayoutTerms,
	type TermsChange,
	type TermsInput,
	type TermsRefusal,
} from '#app/flows/payouts/set-payout-terms.server.ts'
import { isCivilDate } from '#app/kernel/civil.ts'
import { dateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { feeBearers } from '#app/kernel/vocabulary/payouts.ts'
import { civilAt, type ZoneName } from '#app/kernel/zone.server.ts'
import { allWell, failure, type OpsCommand, type OpsInput, UsageProblem } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'
import { noSuchShop } from './typed-reference.ts'

const MOST_PERCENT = 50

export const shopPayoutTerms: OpsCommand = {
	name: 'payout-terms',
	summary: 'shows what a shop bears of its online payments; with --apply, changes it for later bookings',
	places: ['shop'],
	options: {
		commission: { type: 'string', about: `percent of what customers pay online, 0 to ${MOST_PERCENT}` },
		'payment-fee': { type: 'string', about: 'who bears Paystack’s fee of a payment: shop or operator' },
		'transfer-fee': { type: 'string', about: 'who bears the fee of a payout: shop or operator' },
		from: { type: 'string', about: 'YYYY-MM-DD on the shop’s clock; else as soon as it may be' },
		apply: { type: 'boolean', about: 'writes it; without it, nothing is written' },
	},
	about: `The shop is told by email and sees it at Money. Where it bears more, it applies ${RAISE_NOTICE_DAYS} days from now at the earliest. Bookings made before keep their terms. A change that does not apply yet is replaced by the next one, and called off by asking for what applies now. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.`,
	async run({ places: [name = ''], options, env, now }) {
		const requested = termsOption(options)
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const [found, seen] = await Promise.all([
			deps.payouts.paidShops.shopToPay(shop.id, now),
			deps.payouts.terms.termsOf(shop.id),
		])
		if (!found) return noSuchShop
		const zone = found.timeZone
		const shown = {
			shopId: shop.id,
			terms: termsAt(seen, now),
			coming: comingTerms(seen, now),
		}
		const lines = shownLines(shop.name, shown, zone)
		if (Object.keys(requested).length === 0) return allWell({ ...shown, isApplied: false }, lines)
		const planned = plannedTerms(seen, requested, { zone, now })
		if (!planned.ok)
			return failure({ ...shown, refusal: planned.refusal.why }, [...lines, refusalLine(planned.refusal)])
		const change = planned.value
		const isWanted = options.apply === true && change.kind !== 'unchanged'
		if (isWanted) {
			const done = await setPayoutTerms(deps, { shopId: shop.id, seen, change, now })
			if (!done.ok) {
				const why =
					done.refusal === 'payout_terms_changed' ? 'It was changed meanwhile: look again.' : NO_ANSWER
				return failure({ ...shown, refusal: done.refusal }, [why])
			}
		}
		const ending =
			change.kind === 'unchanged'
				? ''
				: isWanted
					? ' Written.'
					: ' Nothing was written. Add --apply to do it.'
		return allWell({ ...shown, change, isApplied: isWanted }, [
			...lines,
			`${changeLine(change, zone)}${ending}`,
		])
	},
}

function termsOption(options: OpsInput['options']): TermsInput {
	const { commission, from } = options
	const paymentFeeBearer = parseBearer(options, 'payment-fee')
	const transferFeeBearer = parseBearer(options, 'transfer-fee')
	if (
		commission !== undefined &&
		!(/^\d{1,2}$/.test(String(commission)) && Number(commission) <= MOST_PERCENT)
	)
		throw new UsageProblem(`--commission "${commission}" is not a whole number from 0 to ${MOST_PERCENT}.`)
	if (from !== undefined && !isCivilDate(String(from)))
		throw new UsageProblem(`--from "${from}" is not a date like 2026-12-01.`)
	const terms = {
		...(commission !== undefined && { commissionPercent: Number(commission) }),
		...(paymentFeeBearer && { paymentFeeBearer }),
		...(transferFeeBearer && { transferFeeBearer }),
	}
	if (Object.keys(terms).length === 0 && (from !== undefined || options.apply === true))
		throw new UsageProblem('Say what is to change: --commission, --payment-fee or --transfer-fee.')
	return { ...terms, ...(from !== undefined && { from: String(from) }) }
}

function parseBearer(options: OpsInput['options'], name: string) {
	const value = options[name]
	if (value === undefined) return undefined
	const bearer = feeBearers.find((one) => one === value)
	if (!bearer) throw new UsageProblem(`--${name} "${value}" is neither shop nor operator.`)
	return bearer
}

function shownLines(
	name: string,
	{ terms, coming }: { terms: Parameters<typeof termsSummary>[0]; coming: DatedTerms | null },
	zone: ZoneName,
): string[] {
	return [
		`${name}: ${termsSummary(terms)}.`,
		...(coming ? [`For bookings from ${formatDay(zone, coming.appliesFrom)}: ${termsSummary(coming)}.`] : []),
	]
}

function changeLine(change: TermsChange, zone: ZoneName): string {
	switch (change.kind) {
		case 'unchanged':
			return 'It is so already: nothing changes.'
		case 'withdrawn':
			return 'What was to come is called off.'
		case 'changed':
			return `For bookings from ${formatDay(zone, change.terms.appliesFrom)}: ${termsSummary(change.terms)}. The shop is told.`
	}
}

function refusalLine(refusal: TermsRefusal): string {
	return refusal.why === 'past'
		? 'That date is over on the shop’s clock. Nothing was written.'
		: `The shop would bear more, which may apply from ${dateLabel(refusal.earliest)} at the earliest. Nothing was written.`
}

function formatDay(zone: ZoneName, at: Instant): string {
	return dateLabel(civilAt(zone, at).date)
}
