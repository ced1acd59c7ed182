import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { daysLabel, entriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { useBack, useTrail, useTrailFrom, withTrail } from '#app/ui/account/origin.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader } from '#app/ui/page.tsx'
import { publicMeta } from '#app/ui/public-meta.ts'

export const handle: PageHandle = {
	bottomNavigation: 'discover',
	guestBanner: true,
	loadFailure: 'Unable to load plans',
}

const subtitle = 'Gyms, classes and spas by the month'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	publicMeta({ title: 'Plans', description: `${subtitle}.`, path: '/plans', origin: data?.origin ?? null })

const PLANS_SHOWN = 20

export async function loader({ request, context }: LoaderFunctionArgs) {
	const requested = new URL(request.url).searchParams.get('after')
	const after = requested === null ? null : readPlace(requested)
	if (requested !== null && after === null)
		return data({ plans: null, next: null, origin: null }, { status: 400 })
	const found = await context.subscriptions.plans.listPlans(after, PLANS_SHOWN + 1)
	const plans = found.slice(0, PLANS_SHOWN)
	const last = plans.at(-1)
	return data({
		origin: context.settings.appOrigin,
		plans: plans.map((plan) => ({
			id: plan.id,
			title: plan.title,
			where: `${plan.shop.name} · ${plan.shop.area}, ${plan.shop.city}`,
			what: `${entriesLabel(plan)} · ${daysLabel(plan.periodDays)}`,
			price: formatNaira(plan.priceKobo),
		})),
		next:
			last && found.length > PLANS_SHOWN
				? `/plans?after=${writePlace({ at: last.createdAt, id: last.id })}`
				: null,
	})
}

export default function Plans() {
	const { plans, next } = useLoaderData<typeof loader>()
	const trail = useTrail()
	const here = useTrailFrom('plans')
	const back = useBack({ to: '/', label: 'Home' })
	return (
		<Page>
			<PageHeader title="Plans" subtitle={subtitle} back={back} />
			{plans === null || plans.length === 0 ? (
				<EmptyState
					icon="card"
					title={plans === null ? 'This link no longer works.' : 'No plans here.'}
					action={
						plans === null ? (
							<ButtonLink to="/plans">See all plans</ButtonLink>
						) : (
							<ButtonLink to="/discover">Browse Shops</ButtonLink>
						)
					}
				/>
			) : (
				<Card kind="rows" as="ul">
					{plans.map((plan) => (
						<li key={plan.id} className="offer">
							<div className="min-w-0">
								<Link to={withTrail(`/plans/${plan.id}`, here)} className="link tap">
									{plan.title}
								</Link>
								<p>{plan.where}</p>
								<p>{plan.what}</p>
							</div>
							<b className="num">{plan.price}</b>
						</li>
					))}
				</Card>
			)}
			<ListPages next={next && withTrail(next, trail)} className="mt-3" />
		</Page>
	)
}
