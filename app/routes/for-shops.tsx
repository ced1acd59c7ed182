import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { authRefusalWords } from '#app/domain/identity/auth-refusal.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { joiningWords } from '#app/domain/payouts/joining-words.server.ts'
import { shopTypeNames } from '#app/domain/shops/shop-signup.ts'
import { shopSignupFormSchema } from '#app/domain/shops/shop-signup-form.server.ts'
import { signUpShop } from '#app/flows/shop/sign-up-shop.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, invalid, refusedAt, retryAfterHeader } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { mailboxOf } from '#app/kernel/email.ts'
import { shopTypes } from '#app/kernel/vocabulary/discovery.ts'
import { brandName } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { HoneypotField, SelectField, TextArea, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader } from '#app/ui/page.tsx'
import { publicMeta } from '#app/ui/public-meta.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const headers = retryAfterHeader

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
	publicMeta({
		title: loaded?.isSent ? 'Check your email' : 'For shops',
		description: `Take bookings for your salon, spa or shop on ${brandName}: customers choose a service, a person and a free time.`,
		path: '/for-shops',
		origin: loaded?.origin ?? null,
	})

const constraints = fieldConstraints(shopSignupFormSchema, [
	'shopName',
	'type',
	'address',
	'area',
	'city',
	'phone',
	'email',
	'offer',
])

const types = shopTypes.map((id) => ({ id, name: shopTypeNames[id] }))

export function loader({ request, context }: LoaderFunctionArgs) {
	const { payments, payouts } = context.settings
	return {
		costs: joiningWords(payments && payouts, brandName),
		isSent: new URL(request.url).searchParams.has('sent'),
		origin: context.settings.appOrigin,
		types,
		constraints,
	}
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: shopSignupFormSchema })
	const result = submission.reply()
	if (submission.status !== 'success') return invalid(result)
	const { topic, shopName, ...typed } = submission.value
	const { cookieKeys } = context.settings
	const now = context.now()
	// A filled-in honeypot gets the same answer, and nothing happens.
	if (topic === undefined) {
		const signedUp = await catchUnexpected(context, () =>
			signUpShop(context, {
				signup: { ...typed, name: shopName },
				emailSubject: rateLimitSubject(cookieKeys, mailboxOf(typed.email)),
				networkKey: context.networkKey,
				linkKey: cookieKeys[0] ?? '',
				now,
			}),
		)
		if (!signedUp.ok) return refusedAt('', authRefusalWords(signedUp.refusal, now), result)
	}
	return done(context, '/for-shops?sent')
}

const beginning = [
	'Send this form, and confirm your email.',
	'We look at it. If all is well, we email you a link that opens your shop on your phone.',
	'Add your services, people and hours. Then customers can book you.',
]

export default function ForShops() {
	const { isSent, costs, types, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	if (isSent) return <CheckYourEmail />
	return (
		<Page>
			<PageHeader
				back={{ to: '/', label: 'Home' }}
				title={`Your shop on ${brandName}`}
				subtitle="Customers book online, day and night."
			/>
			<ErrorSummary form={form} />
			<div className="grid gap-3">
				<p>
					Customers find your shop, choose a service, a person and a free time, and book. A time can’t be
					booked twice.
				</p>
				<p>You see your day on your phone or tablet, and add walk-ins there too.</p>
				<h2>What it costs</h2>
				<ul className="grid gap-2">
					{costs.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
				<h2>How you begin</h2>
				<ol className="grid gap-2">
					{beginning.map((step, index) => (
						<li key={step}>
							<b className="num">{index + 1}.</b> {step}
						</li>
					))}
				</ol>
				<h2>Your shop</h2>
			</div>
			<Form method="post" noValidate>
				<HoneypotField />
				<TextField field={form.field('shopName')} kind="shopName" label="Name of your shop" />
				<SelectField field={form.field('type')} label="Kind of shop" empty="Choose one" options={types} />
				<TextField field={form.field('address')} kind="street" label="Street and number" />
				<TextField
					field={form.field('area')}
					kind="area"
					label="Area"
					hint="As customers say it, such as Yaba."
				/>
				<TextField field={form.field('city')} kind="city" label="City" />
				<TextField field={form.field('phone')} kind="phone" label="Phone" hint="Customers can call it." />
				<TextField
					field={form.field('email')}
					kind="email"
					label="Email"
					hint="For you alone: customers don’t see it."
				/>
				<TextArea
					field={form.field('offer')}
					label="What you offer"
					hint="In a sentence or two. Customers read it on your page."
					rows={3}
				/>
				<SubmitButton busyLabel="Sending…" className="mt-5">
					Send
				</SubmitButton>
				<p className="hint mt-3">
					{/* Opens a new tab, so that the typed values stay. */}
					<Link to="/privacy" className="link" target="_blank" rel="noreferrer">
						How we keep your data<span className="sr"> (in a new tab)</span>
					</Link>
				</p>
			</Form>
		</Page>
	)
}

function CheckYourEmail() {
	return (
		<Page>
			<EmptyState
				isPage
				icon="check"
				title="Check your email"
				action={<ButtonLink to="/discover">Look around</ButtonLink>}
			>
				We’ve sent you a link. Open it within 3 days to confirm your email, then we look at your shop. Nothing
				there? Check your spam folder, or{' '}
				<Link to="/for-shops" className="link">
					send the form again
				</Link>
				.
			</EmptyState>
		</Page>
	)
}
