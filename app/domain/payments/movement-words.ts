import { formatMoney } from '#app/kernel/money.ts'
import type { MovementKind } from '#app/kernel/vocabulary/payments.ts'
import { refundState } from './money-timeline.ts'
import type { Movement } from './movement.ts'

/** 'out' left the customer, 'in' came to them. Rewards, and money that a shop keeps, move nothing. */
export type MovementDirection = 'out' | 'in' | 'none'

type MovementWords = {
	direction: MovementDirection
	icon: 'card' | 'cash' | 'plus' | 'minus' | 'wallet' | 'gift' | 'star'
	/** `subject` is 'Silk press at Adé Hair Studio'. */
	describe: (movement: Movement, subject: string) => string
	status: (movement: Movement) => string
	/** For the receipt; null where no money moved. */
	way: string | null
	/** Whether its receipt lists the appointment's prices. */
	showsBill: boolean
}

/** A new kind needs a line here, and a source in the repository. */
export const movementWords: Record<MovementKind, MovementWords> = {
	paid: {
		direction: 'out',
		icon: 'card',
		describe: (_, subject) => subject,
		status: paidStatus,
		way: 'Online with Paystack',
		showsBill: true,
	},
	deposit: {
		direction: 'out',
		icon: 'card',
		describe: (_, subject) => `Deposit for ${subject}`,
		status: paidStatus,
		way: 'Online with Paystack',
		showsBill: true,
	},
	refund: {
		direction: 'in',
		icon: 'plus',
		describe: (_, subject) => `Refund for ${subject}`,
		status: ({ refundStatus }) => refundWords[refundState(refundStatus ?? 'requested')],
		way: 'To the card or account you paid from',
		showsBill: true,
	},
	kept: {
		direction: 'none',
		icon: 'minus',
		describe: (_, subject) => `Not refunded: ${subject}`,
		status: () => 'Kept by the shop',
		way: 'From what you paid online',
		showsBill: true,
	},
	paid_at_shop: {
		direction: 'out',
		icon: 'cash',
		describe: (_, subject) => subject,
		status: () => 'Paid at the shop',
		way: 'At the shop',
		showsBill: true,
	},
	cashback_earned: {
		direction: 'in',
		icon: 'wallet',
		describe: (_, subject) => `Cashback for ${subject}`,
		status: () => 'Cashback earned',
		way: 'To your cashback at this shop',
		showsBill: false,
	},
	cashback_reversed: {
		direction: 'out',
		icon: 'minus',
		describe: (_, subject) => `Cashback reversed for ${subject}`,
		status: () => 'Cashback reversed',
		way: 'From your cashback at this shop',
		showsBill: false,
	},
	cashback_spent: {
		direction: 'out',
		icon: 'wallet',
		describe: (_, subject) => subject,
		status: () => 'Paid with cashback',
		way: 'With your cashback at this shop',
		showsBill: true,
	},
	cashback_returned: {
		direction: 'in',
		icon: 'plus',
		describe: (_, subject) => `Cashback returned for ${subject}`,
		status: () => 'Cashback returned',
		way: 'To your cashback at this shop',
		showsBill: true,
	},
	// Nothing of the friend's appointment is shown.
	referral_earned: {
		direction: 'in',
		icon: 'wallet',
		describe: ({ shopName }) => `Referral reward at ${shopName}`,
		status: () => 'Cashback earned',
		way: 'To your cashback at this shop',
		showsBill: false,
	},
	referral_taken_back: {
		direction: 'out',
		icon: 'minus',
		describe: ({ shopName }) => `Referral reward reversed at ${shopName}`,
		status: () => 'Cashback reversed',
		way: 'From your cashback at this shop',
		showsBill: false,
	},
	reward_earned: {
		direction: 'none',
		icon: 'gift',
		describe: ({ label, shopName }) => `${label} at ${shopName}`,
		status: () => 'Reward earned',
		way: null,
		showsBill: false,
	},
	reward_used: {
		direction: 'none',
		icon: 'star',
		describe: ({ label, shopName }) => `${label} at ${shopName}`,
		status: () => 'Reward used',
		way: null,
		showsBill: false,
	},
}

/** The provider knows only that a refund was sent; the customer's bank knows of its arrival. */
const refundWords = { under_way: 'On its way', sent: 'Sent back', stuck: 'Needs attention' } as const

function paidStatus({ isDisputed }: Movement): string {
	return isDisputed ? 'Disputed with your bank' : 'Paid online'
}

/** 'Refund for Silk press at Adé Hair Studio'. */
export function movementDescription(movement: Movement): string {
	const { serviceNames, shopName, label } = movement
	const subject =
		serviceNames.length > 0 ? `${serviceNames.join(', ')} at ${shopName}` : label || `a visit at ${shopName}`
	return movementWords[movement.kind].describe(movement, subject)
}

/** '+₦5,000' for money in, '₦5,000' for money out, 'Reward' for none. */
export function movementAmount({
	kind,
	amountKobo,
	currency,
}: Pick<Movement, 'kind' | 'amountKobo' | 'currency'>): string {
	if (amountKobo === 0) return 'Reward'
	const sign = movementWords[kind].direction === 'in' ? '+' : ''
	return sign + formatMoney(amountKobo, currency)
}
