import { Link } from '@remix-run/react'
import { withTrail } from '#app/ui/account/origin.ts'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'

interface BannersProps {
	/** Some shop sells plans. */
	hasPlans: boolean
	/** 'Get ₦10 for every friend you refer'; null where no program gives it. */
	referralOffer: string | null
}

/** Further features, side by side. The first one's picture is a drawn cloth. */
export function Banners({ hasPlans, referralOffer }: BannersProps) {
	return (
		<section aria-label="More for you">
			<ul className="carousel mt-4 mb-4">
				<li>
					<Link to={withTrail('/loyalty-enrollment', 'wallet')} className="card">
						<AdirePattern shopId="join-a-program" hasBorder={false} className="band" />
						<span className="row p-3.5">
							<Words icon="tag" title="Join a program">
								Stamps, rewards and cashback where you go anyway.
							</Words>
						</span>
					</Link>
				</li>
				{hasPlans && (
					<li>
						<Link to={withTrail('/plans', 'wallet')} className="card padded row">
							<Words icon="card" title="Premium Services" go="Upgrade now" />
						</Link>
					</li>
				)}
				{referralOffer && (
					<li>
						<Link to="/wallet/refer" className="card padded row">
							<Words icon="gift" title="Refer Friends" go="Start referring">
								{referralOffer}
							</Words>
						</Link>
					</li>
				)}
			</ul>
		</section>
	)
}

function Words({
	icon,
	title,
	go,
	children,
}: {
	icon: IconName
	title: string
	go?: string
	children?: string
}) {
	return (
		<>
			<Icon name={icon} className="soft flex-none" />
			<span>
				<b>{title}</b>
				{children && <span className="soft block text-sm">{children}</span>}
				{go && <span className="link block text-sm">{go}</span>}
			</span>
		</>
	)
}
