import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'

const PROGRAMS_SHOWN = 3

type Cashback = { total: string; shopCount: number; programs: string[] }

/** What the customer has at all businesses together, and the programs that give it; null without any. */
export function CashbackCard({ cashback }: { cashback: Cashback | null }) {
	return (
		<Card as="article" className="cashback-card">
			<h2>Cashback Wallet</h2>
			{cashback ? (
				<>
					<p className="soft text-sm">Total available cashback</p>
					<p className="amount num">{cashback.total}</p>
					{cashback.shopCount > 0 && (
						<p className="soft text-sm">
							From {cashback.shopCount} {cashback.shopCount === 1 ? 'business' : 'businesses'}
						</p>
					)}
					<ul className="mt-2 text-sm">
						{cashback.programs.slice(0, PROGRAMS_SHOWN).map((program) => (
							<li key={program}>{program}</li>
						))}
					</ul>
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
