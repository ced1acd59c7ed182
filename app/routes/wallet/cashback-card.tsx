import { AdirePattern, dyeOf } from '#app/ui/adire-pattern.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'

const PROGRAMS_SHOWN = 3
/** The seed of its cloth. */
const cloth = 'cashback'

type Cashback = { total: string; shopCount: number; programs: string[] }

/** The sum of all businesses, and the programs that give it; null without any. */
export function CashbackCard({ cashback }: { cashback: Cashback | null }) {
	return (
		<article className={classNames('card value-card cashback-card', dyeOf(cloth))}>
			<AdirePattern shopId={cloth} hasBorder={false} className="band" />
			<div className="padded">
				<h2>Cashback Wallet</h2>
				{cashback ? (
					<>
						<ul className="soft text-sm">
							{cashback.programs.slice(0, PROGRAMS_SHOWN).map((program) => (
								<li key={program}>{program}</li>
							))}
						</ul>
						<div className="foot">
							<p className="num">
								<small>Total available cashback</small>
								<b className="amount">{cashback.total}</b>
								{cashback.shopCount > 0 && (
									<small>
										From {cashback.shopCount} {cashback.shopCount === 1 ? 'business' : 'businesses'}
									</small>
								)}
							</p>
						</div>
						<ButtonLink to="/wallet/cashback" variant="quiet" size="small" className="mt-3 self-start">
							View Details
						</ButtonLink>
					</>
				) : (
					<div className="foot">
						<p className="num">
							<b className="amount">₦0.00</b>
							<small>You have no cashback yet. Shop at participating businesses to earn some.</small>
						</p>
					</div>
				)}
			</div>
		</article>
	)
}
