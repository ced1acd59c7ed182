import {
	type ChangedField,
	changedWords,
	type DescribedFields,
	type ImportedOf,
	type ValuesOf,
} from '#app/kernel/described-field.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { type DepositKind, MOST_OF_ANY_SHOP } from '#app/kernel/vocabulary/discovery.ts'
import { cutoffLabel, horizonLabel, noticeLabel } from './shop-words.ts'

/** Each line is shown under the shop's address. */
export const aboutShop = {
	description: { kind: 'text', label: 'Description', most: 1_000, rows: 4, column: 'description' },
	landmark: {
		...{ kind: 'lineOrNone', label: 'Landmark', most: 120, column: 'landmark' },
		hint: 'Such as: Opposite the Total filling station.',
	},
	phone: { kind: 'phoneOrNone', label: 'Phone', column: 'phone' },
	whatsapp: {
		...{ kind: 'phoneOrNone', label: 'WhatsApp', column: 'whatsapp' },
		hint: 'The number that answers there.',
	},
} as const satisfies DescribedFields

/** What a shop asks for in advance, beside the deposit. */
export const advanceRules = {
	prepayAfterNoShows: {
		...{ kind: 'countOrNone', label: 'No-shows before a customer must prepay', min: 1, max: 50 },
		hint: 'From then on they pay in full when they book. Leave empty for never.',
		documented: 'From how many no-shows on a customer pays in advance. null: never.',
	},
	/** How long a time waits for a deposit link (D66). */
	depositHoldHours: {
		...{ kind: 'count', label: 'Hours a time waits for its deposit', min: 1, max: 24 },
		hint: 'When you book by phone and send the link. At most 24, and never past 2 hours before the visit.',
		documented: 'For how long a time waits for a deposit that was asked for by a link.',
	},
} as const satisfies DescribedFields

export const deadlineRules = {
	minimumNoticeMinutes: {
		...{ kind: 'count', label: 'Notice before a visit', min: 0, max: 20_160, say: noticeLabel },
		...{ column: 'notice_minutes', absent: 30 },
	},
	horizonDays: {
		...{ kind: 'count', label: 'How far ahead customers can book', min: 1, max: 365, say: horizonLabel },
		...{ column: 'horizon_days', absent: 60 },
	},
	freeCancellationMinutes: {
		...{ kind: 'count', label: 'Free to cancel until', min: 0, max: 43_200, say: cutoffLabel },
		...{ column: 'free_cancellation_minutes', absent: 1_440 },
		hint: 'Booked visits keep theirs, unless the customer moves them.',
	},
	rescheduleCutoffMinutes: {
		...{ kind: 'count', label: 'Customers can move a visit until', min: 0, max: 43_200, say: cutoffLabel },
		...{ column: 'reschedule_cutoff_minutes', absent: 120 },
		hint: 'Applies to booked visits too.',
	},
} as const satisfies DescribedFields

const ceiling = { kind: 'count', min: 1, max: MOST_OF_ANY_SHOP } as const

/** Against misuse (D33): unpaid appointments ahead of a contact without and with a proven e-mail. */
export const shopCeilings = {
	maxAheadProven: {
		...{ ...ceiling, label: 'Unpaid visits ahead with a confirmed email' },
		documented: 'Unpaid visits ahead of a confirmed email address.',
	},
	maxAheadUnproven: {
		...{ ...ceiling, label: 'Unpaid visits ahead without one' },
		documented: 'Unpaid visits ahead of any other contact.',
	},
	maxGuestBookingsPerHour: {
		...{ ...ceiling, label: 'Guest bookings an hour from one connection' },
		documented: 'Of one network.',
	},
	maxMoves: {
		...{ ...ceiling, label: 'Times a visit can be moved' },
		hint: 'By its customer. Applies to booked visits too.',
		documented: 'Of one visit, by its customer.',
	},
} as const satisfies DescribedFields

/** All but the deposit, which is a kind and a value. */
export const shopRules = { ...advanceRules, ...deadlineRules, ...shopCeilings } as const

/** `depositValue`: percent or kobo by the kind, 0 for none. */
type Deposit = { depositKind: DepositKind; depositValue: number | Kobo }

/** What a shop may set. Its name, address and bank account are the operator's. */
export type ShopDetails = ValuesOf<typeof aboutShop> & Deposit & ValuesOf<typeof shopRules>

/** What the operator's file may set. */
export type ImportedDetails = ImportedOf<typeof aboutShop> & Deposit & ImportedOf<typeof shopRules>

/** A deposit's limits, on the owner's page, in the API and in the import. */
export const depositLimits = {
	percent: { min: 1, max: 100 },
	/** A smaller online payment costs more than it brings. */
	kobo: { min: 100_00, max: 10_000_000_00 },
} as const

type ShopLine = {
	[Name in keyof typeof aboutShop]: (typeof aboutShop)[Name]['kind'] extends 'lineOrNone' ? Name : never
}[keyof typeof aboutShop]

const lineNames = Object.entries(aboutShop).flatMap(([name, { kind }]) =>
	kind === 'lineOrNone' ? [name as ShopLine] : [],
)

/** A shop's lines, from its row or its table's columns. */
export function shopLines<From extends Record<ShopLine, unknown>>(from: From): Pick<From, ShopLine> {
	return Object.fromEntries(lineNames.map((name) => [name, from[name]])) as Pick<From, ShopLine>
}

export const DEPOSIT_LABEL = 'Deposit'

function depositWords({ depositKind, depositValue }: Deposit): string {
	if (depositKind === 'none') return 'none'
	return depositKind === 'percent' ? `${depositValue}%` : formatNaira(depositValue)
}

/** Each detail that differs now, in words. The deposit's value stands with its kind. */
export function changedDetails(seen: ShopDetails, current: ShopDetails): ChangedField[] {
	const deposit = depositWords(current)
	return [
		...changedWords(aboutShop, seen, current),
		...(depositWords(seen) === deposit ? [] : [{ label: DEPOSIT_LABEL, now: deposit }]),
		...changedWords(shopRules, seen, current),
	]
}
