import * as z from 'zod'
import { optionalPhoneField } from '#app/kernel/contact-fields.server.ts'
import { shortLine, writtenText } from '#app/kernel/form-fields.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import {
	optionalCountField,
	ownersForm,
	readSeen,
	typedCountField,
	typedTextField,
} from '#app/kernel/owner-fields.server.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { nairaToType, parseNaira } from '#app/kernel/typed-naira.ts'
import { depositKinds } from '#app/kernel/vocabulary/discovery.ts'
import type { ShopDetails } from './shop-details.ts'
import { detailWords } from './shop-details-words.ts'
import { shopLimits as limits } from './shop-limits.ts'

const PHONE_WORDS = 'Type a number like 0803 123 4567 or +234 803 123 4567'

/** What a deposit's one field says, by its kind: percent or kobo; null for what is no such deposit. */
function typedDeposit(kind: unknown, typed: unknown): number | null {
	if (kind === 'none') return 0
	if (typeof typed !== 'string') return null
	const [value, { min, max }] =
		kind === 'percent'
			? [/^\s*\d{1,3}\s*%?\s*$/.test(typed) ? Number.parseInt(typed, 10) : null, limits.depositPercent]
			: [parseNaira(typed), limits.depositKobo]
	return value !== null && min <= value && value <= max ? value : null
}

function depositWords(kind: unknown): string {
	const { depositPercent, depositKobo } = limits
	return kind === 'percent'
		? `A deposit in percent is a whole number from ${depositPercent.min} to ${depositPercent.max}`
		: `A deposit in naira is from ${formatNaira(depositKobo.min)} to ${formatNaira(depositKobo.max)}`
}

export const shopDetailsFormSchema = z
	.object({
		act: ownersForm.act,
		seen: ownersForm.seen,
		description: typedTextField(limits.descriptionLetters),
		landmark: shortLine(limits.landmarkLetters)
			.optional()
			.transform((typed) => typed || null),
		phone: optionalPhoneField(PHONE_WORDS),
		whatsapp: optionalPhoneField(PHONE_WORDS),
		depositKind: z.enum(depositKinds, 'Choose a kind of deposit'),
		deposit: shortLine(20).optional(),
		prepayAfterNoShows: optionalCountField(
			detailWords.prepayAfterNoShows.label,
			limits.prepayAfterNoShows,
			null,
		),
		depositHoldHours: typedCountField(detailWords.depositHoldHours.label, limits.depositHoldHours),
		minimumNoticeMinutes: typedCountField(detailWords.minimumNoticeMinutes.label, limits.noticeMinutes),
		horizonDays: typedCountField(detailWords.horizonDays.label, limits.horizonDays),
		freeCancellationMinutes: typedCountField(
			detailWords.freeCancellationMinutes.label,
			limits.freeCancellationMinutes,
		),
		rescheduleCutoffMinutes: typedCountField(
			detailWords.rescheduleCutoffMinutes.label,
			limits.rescheduleCutoffMinutes,
		),
		maxAheadProven: typedCountField(detailWords.maxAheadProven.label, limits.ceiling),
		maxAheadUnproven: typedCountField(detailWords.maxAheadUnproven.label, limits.ceiling),
		maxGuestBookingsPerHour: typedCountField(detailWords.maxGuestBookingsPerHour.label, limits.ceiling),
		maxMoves: typedCountField(detailWords.maxMoves.label, limits.ceiling),
	})
	.refine(({ depositKind, deposit }) => typedDeposit(depositKind, deposit) !== null, {
		path: ['deposit'],
		error: ({ input }) => depositWords((input as { depositKind?: unknown }).depositKind),
		// Said together with what is wrong with other fields, and not after them.
		when: ({ value }) => isDepositKind((value as { depositKind?: unknown }).depositKind),
	})

function isDepositKind(kind: unknown): boolean {
	return depositKinds.some((one) => one === kind)
}

/** The details that a form says. */
export function detailsOfForm({
	act: _,
	seen: __,
	deposit,
	...typed
}: z.output<typeof shopDetailsFormSchema>): ShopDetails {
	return { ...typed, depositValue: typedDeposit(typed.depositKind, deposit) ?? 0 }
}

/** The values with which a form of details begins. */
export function detailsToType(details: ShopDetails): Record<string, string> {
	const { depositKind, depositValue, phone, whatsapp } = details
	return {
		...Object.fromEntries(
			Object.entries(details).map(([name, value]) => [name, value === null ? '' : String(value)]),
		),
		phone: phone === null ? '' : phoneLabel(phone),
		whatsapp: whatsapp === null ? '' : phoneLabel(whatsapp),
		deposit:
			depositKind === 'none'
				? ''
				: depositKind === 'percent'
					? String(depositValue)
					: nairaToType(depositValue),
	}
}

const number = z.number()
const textOrNone = writtenText.nullable()

const seenDetailsSchema = z.object({
	description: writtenText,
	landmark: textOrNone,
	phone: textOrNone,
	whatsapp: textOrNone,
	depositKind: z.enum(depositKinds),
	depositValue: number,
	prepayAfterNoShows: number.nullable(),
	depositHoldHours: number,
	minimumNoticeMinutes: number,
	horizonDays: number,
	freeCancellationMinutes: number,
	rescheduleCutoffMinutes: number,
	maxAheadUnproven: number,
	maxAheadProven: number,
	maxGuestBookingsPerHour: number,
	maxMoves: number,
})

/** The details as a form showed them; null for what no form of ours sends. */
export function readSeenDetails(sent: string | undefined): ShopDetails | null {
	return readSeen(seenDetailsSchema, sent)
}
