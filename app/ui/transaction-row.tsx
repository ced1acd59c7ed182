import { Link } from '@remix-run/react'
import { Icon, type IconName } from './icon.tsx'

export interface TransactionRowView {
	/** Names it in the address of its receipt. */
	name: string
	icon: IconName
	/** 'Refund for Silk press at Adé Hair Studio'. */
	description: string
	/** 'Jan 5, 2025, 3:00 PM'. */
	when: string
	/** Of the booking. */
	reference: string | null
	/** '₦5,000', '+₦5,000' or 'Reward'. */
	amount: string
	isIncoming: boolean
	/** 'Paid online'. */
	status: string
}

/** A line of the transactions: a link to its receipt. Stands in a `Card` of the kind 'rows'. */
export function TransactionRow({ row }: { row: TransactionRowView }) {
	return (
		<li>
			<Link to={`/transactions/${row.name}`} className="menu-row">
				<Icon name={row.icon} className="soft flex-none" />
				<div>
					<div className="title-row">
						<p>{row.description}</p>
						<b className={row.isIncoming ? 'num text-leaf' : 'num'}>{row.amount}</b>
					</div>
					<p className="soft text-sm num">
						{row.when}
						<br />
						{row.status}
						{row.reference && ` · Ref: ${row.reference}`}
					</p>
				</div>
			</Link>
		</li>
	)
}
