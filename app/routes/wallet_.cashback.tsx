import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { referralCodeView } from '#app/domain/loyalty/referral-code.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { formatNairaAndKobo } from '#app/kernel/money.ts'
import { withTrail } from '#app/ui/account/origin.ts'
import { ReferralCode } from '#app/ui/account/referral-code.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: 'Unable to load cashback' }

export const meta = titled('Cashback Breakdown')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, cashback, codes] = await Promise.all([
		requireUser(request, context),
		context.loyalty.wallet.cashbackByShop(actor),
		context.loyalty.referralCodes.ownCodes(actor),
	])
	const referrals = codes.map((code) => referralCodeView(code, context.settings.appOrigin))
	const totalKobo = cashback.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0)
	return data({
		total: formatNairaAndKobo(totalKobo),
		shops: cashback.map((one) => ({
			id: one.shopId,
			name: one.shopName,
			programs: one.programNames,
			balance: formatNairaAndKobo(one.balanceKobo),
			earned: formatNairaAndKobo(one.earnedKobo),
			spent: formatNairaAndKobo(one.spentKobo),
			// The first code of a shop gives most.
			referral: referrals.find(({ shop }) => shop.id === one.shopId) ?? null,
		})),
	})
}

export default function CashbackBreakdown() {
	const { total, shops } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader
				title="Cashback Breakdown"
				subtitle="Your cashback rewards across all businesses"
				back={{ to: '/wallet', label: 'Wallet' }}
			/>
			{shops.length === 0 ? (
				<EmptyState
					icon="cash"
					title="No cashback rewards yet"
					action={<ButtonLink to={withTrail('/loyalty-enrollment', 'cashback')}>Join a program</ButtonLink>}
				>
					Start shopping to earn cashback!
				</EmptyState>
			) : (
				<>
					<Card className="cashback-card">
						<p className="soft text-sm">Total available cashback</p>
						<p className="amount num">{total}</p>
					</Card>
					<ul className="mt-4">
						{shops.map((shop) => (
							<Card key={shop.id} as="li" className="mb-3">
								<h2>
									<Link to={`/business/${shop.id}`}>{shop.name}</Link>
								</h2>
								<p className="soft text-sm">{shop.programs}</p>
								<dl className="price-lines">
									<div>
										<dt>Cashback Earned</dt>
										<dd>
											<b>{shop.balance}</b>
										</dd>
									</div>
									<div>
										<dt>Total Earned</dt>
										<dd>{shop.earned}</dd>
									</div>
									<div>
										<dt>Total Spent</dt>
										<dd>{shop.spent}</dd>
									</div>
								</dl>
								{shop.referral && (
									<div className="mt-3">
										<p className="soft text-sm">Your referral code</p>
										{shop.referral.sharing ? (
											<ReferralCode {...shop.referral.sharing} />
										) : (
											<Link to="/wallet/refer" className="link tap">
												Get my code
											</Link>
										)}
									</div>
								)}
							</Card>
						))}
					</ul>
				</>
			)}
		</Page>
	)
}
