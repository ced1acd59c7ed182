import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { type Origin, withTrail } from './origin.ts'

interface MenuRowProps {
	to: string
	icon: IconName
	label: string
	end?: ReactNode
	/** The target page has no script, so the router cannot render it. */
	reloadDocument?: boolean
}

export function MenuRow({ to, icon, label, end, reloadDocument }: MenuRowProps) {
	return (
		<li>
			<Link to={to} reloadDocument={reloadDocument} className="menu-row">
				<Icon name={icon} className="soft" />
				<span>{label}</span>
				{end}
				<Icon name="forward" size={18} className="soft" />
			</Link>
		</li>
	)
}

export interface TransactionRowView {
	/** Its name in the receipt's address. */
	name: string
	icon: IconName
	/** 'Refund for Silk press at Adé Hair Studio'. */
	description: string
	when: string
	referenceNumber: string | null
	/** '₦5,000', '+₦5,000' or 'Reward'. */
	amount: string
	isIncoming: boolean
	/** 'Paid online'. */
	status: string
}

/** Stands in a `Card` of kind 'rows'. */
export function TransactionRow({ row, back }: { row: TransactionRowView; back?: Origin }) {
	return (
		<li>
			<Link to={withTrail(`/transactions/${row.name}`, back ?? null)} className="menu-row">
				<Icon name={row.icon} className="soft flex-none" />
				<div>
					<div className="title-row flex-wrap">
						<p className="grow basis-32">{row.description}</p>
						<b className={classNames('num whitespace-nowrap', row.isIncoming && 'text-leaf')}>{row.amount}</b>
					</div>
					<p className="soft text-sm num">
						{row.when}
						<br />
						{row.status}
						{row.referenceNumber && ` · Ref: ${row.referenceNumber}`}
					</p>
				</div>
			</Link>
		</li>
	)
}
