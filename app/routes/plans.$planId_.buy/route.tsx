import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import { readPlanPromo, signPlanPromo } from '#app/domain/subscriptions/plan-promo.server.ts'
import { planRefusals } from '#app/domain/subscriptions/plan-refusal.ts'
import { planFormSchema, planPromoFormSchema } from '#app/domain/subscriptions/subscription-forms.server.ts'
import { asCustomer } from '#app/flows/checkout/read-checkout.server.ts'
import { orderPlan, type PlanOrdered, planProblem } from '#app/flows/subscriptions/order-plan.server.ts'
import { readPlanPurchase, tryPlanPromo } from '#app/flows/subscriptions/read-plan-purchase.server.ts'
import { done, invalid, refusedAt, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { paymentLinkPath } from '#app/kernel/booking-paths.ts'
import { readId } from '#app/kernel/id.server.ts'
import { PlanNotFound } from '#app/ui/account/not-found.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { type PageHandle, pageTitle } from '#app/ui/page.tsx'
import { BuyPlan } from './buy-plan.tsx'
import { buyPlanView } from './buy-plan-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'discover', loadFailure: 'Unable to load this plan' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{
		title: pageTitle(
			data?.view ? `${data.view.renewal ? 'Renew' : 'Buy'} ${data.view.title}` : 'Plan Not Found',
		),
	},
]

const constraints = fieldConstraints(planPromoFormSchema, ['promoCode'])

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const choices = await readChoices(request, params.planId, context)
	const [, purchase, orders] = await Promise.all([
		requireUser(request, context),
		choices && readPlanPurchase(context, choices, { actor, now: actor.at }),
		context.subscriptions.planOrders.openOrders(actor),
	])
	if (!choices || !purchase)
		return data({ view: null, problem: null, links: null, constraints }, { status: 404 })
	const problem = planProblem(purchase, { ...choices, promoCode: '' })
	return data(
		{
			view: buyPlanView(purchase, { onlinePayments: context.onlinePayments, orders, now: actor.at }),
			problem: problem && planRefusals[problem],
			links: pageLinks(request),
			constraints,
		},
		{ status: problem ? 409 : 200 },
	)
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: planFormSchema })
	const actor = requireActor(request, context)
	if (submission.status !== 'success') return invalid(submission.reply())
	const choices = await readChoices(request, params.planId, context)
	if (!choices) throw new Response(null, { status: 404 })
	const form = submission.value
	const { networkKey, settings } = context
	const now = actor.at
	if (form.intent === 'apply-promo') {
		const { planId } = choices
		const tried = await tryPlanPromo(context, { planId, typed: form.promoCode, actor, networkKey, now })
		if (!tried.ok) return refusedAt('promoCode', planRefusals[tried.refusal], submission.reply())
		const url = new URL(request.url)
		url.searchParams.set('promo', await signPlanPromo(settings.cookieKeys, tried.value.code))
		return done(context, url.pathname + url.search, { flash: { title: 'Promo code applied!' } })
	}
	const customer = asCustomer(await requireUser(request, context))
	if (!customer) throw new Response(null, { status: 401 })
	const ordered = await orderPlan(context, {
		...choices,
		paymentChoice: form.paymentChoice ?? null,
		autoRenews: form.autoRenews === '1',
		customer,
		actor,
		seen: { totalKobo: form.total, toPayKobo: form.toPay },
		networkKey,
		now,
	})
	if (!ordered.ok) {
		const words = planRefusals[ordered.refusal]
		return ordered.refusal === 'plan_payment_missing'
			? refusedAt('paymentChoice', words, submission.reply())
			: refusedBy(words, { result: submission.reply() })
	}
	return led(context, ordered.value)
}

async function led(context: AppLoadContext, ordered: PlanOrdered) {
	switch (ordered.next) {
		case 'pay':
			return done(context, ordered.url)
		case 'payment':
			return done(
				context,
				paymentLinkPath(await signPaymentLink(context.settings.cookieKeys, ordered.paymentReference)),
			)
		case 'subscription':
			return done(context, `/subscriptions/${ordered.subscriptionId}`, {
				flash: { title: 'Your plan is paid for', description: 'Nothing was left to pay.' },
			})
		case 'order':
			return done(context, '/subscriptions', {
				flash: {
					title: 'Plan ordered',
					description: `Order ${ordered.referenceNumber}. It starts once you have paid at the shop.`,
				},
			})
	}
}

/** Reads plan, subscription to renew, promo code and use of cashback from the address. */
async function readChoices(request: Request, param: string | undefined, { settings }: AppLoadContext) {
	const planId = readId(param)
	const { searchParams } = new URL(request.url)
	const requested = searchParams.get('renews')
	const renews = requested === null ? null : readId(requested)
	if (planId === null || (requested !== null && renews === null)) return null
	return {
		planId,
		renews,
		promoCode: await readPlanPromo(settings.cookieKeys, searchParams.get('promo')),
		usesCashback: searchParams.get('cashback') === '1',
	}
}

/** Links to this page with another choice. */
function pageLinks(request: Request) {
	const url = new URL(request.url)
	const withParam = (name: string, value: string | null) => {
		const query = new URLSearchParams(url.search)
		if (value === null) query.delete(name)
		else query.set(name, value)
		const text = query.toString()
		return text === '' ? url.pathname : `${url.pathname}?${text}`
	}
	return {
		withoutPromo: withParam('promo', null),
		withCashback: withParam('cashback', '1'),
		withoutCashback: withParam('cashback', null),
	}
}

export default function BuyPlanPage() {
	const { view, problem, links, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	if (!view || !links) return <PlanNotFound />
	const form = formState(answer?.result, {}, constraints)
	return <BuyPlan view={view} problem={problem} refusal={answer?.refusal} form={form} links={links} />
}
