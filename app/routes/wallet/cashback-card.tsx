import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

/** What the customer has at all businesses together; null when it is nothing. */
export function CashbackCard({ cashback }: { cashback: { total: string; shopCount: number } | null }) {
	return (
		<Card as="article" className="cashback-card">
			<h2>Cashback Wallet</h2>
			{cashback ? (
				<>
					<p className="soft text-sm">Total available cashback</p>
					<p className="amount num">{cashback.total}</p>
					<p className="soft text-sm">
						From {cashback.shopCount} {cashback.shopCount === 1 ? 'business' : 'businesses'}
					</p>
					<ButtonLink to="/wallet/cashback" variant="quiet" size="small" className="mt-3">
						View Details
					</ButtonLink>
				</>
			) : (
				<>
					<p className="amount num">₦0.00</p>
					<p className="soft text-sm">
						You have no cashback yet. Shop at participating businesses to earn some.
					</p>
				</>
			)}
		</Card>
	)
}
