import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { nothingKept } from '#app/domain/booking/booking-wording.ts'
import { DEPOSIT_EMAIL_WORDS, depositFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { readDepositCode } from '#app/domain/booking/checkout/deposit-link.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import { type PaymentRefusal, paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import { type PayDepositRefusal, payDeposit } from '#app/flows/payments/pay-deposit.server.ts'
import { done, invalid, refusedAt, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { depositPath } from '#app/kernel/booking-paths.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState, useAnswer } from '#app/ui/form/form-state.ts'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlistedMeta } from '#app/ui/page.tsx'
import { depositPageView } from './deposit-page-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your deposit' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) =>
	unlistedMeta(loaded?.view.title ?? 'Deposit')

const constraints = fieldConstraints(depositFormSchema, ['email'])

/** A GET changes nothing: mail scanners and WhatsApp's previews open links. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const code = readDepositCode(params.code ?? '')
	const link = code === null ? null : await context.booking.deposits.depositLink(code)
	if (!link) throw new Response(null, { status: 404 })
	const now = context.now()
	const onlineMinimumKobo = context.onlinePayments?.minimumKobo ?? null
	const view = depositPageView(link, { onlineMinimumKobo, now })
	return data({ view, constraints })
}

/** Leads to the provider's page; after an earlier payment, to this page, which says so. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: depositFormSchema })
	const code = readDepositCode(params.code ?? '')
	if (code === null) throw new Response(null, { status: 404 })
	if (submission.status !== 'success') return invalid(submission.reply())
	const started = await payDeposit(context, {
		code,
		email: submission.value.email ?? null,
		caller: { userId: null, networkKey: context.networkKey },
		now: context.now(),
	})
	if (!started) throw new Response(null, { status: 404 })
	if (!started.ok) {
		const result = submission.reply()
		if (started.refusal === 'missing_email')
			return refusedAt('email', { text: DEPOSIT_EMAIL_WORDS, status: 422 }, result)
		return refusedBy(refusalWords(started.refusal), { result })
	}
	const start = started.value
	return done(context, start.next === 'pay' ? start.url : depositPath(code))
}

/** The words must not say that details are saved: none are. */
function refusalWords(refusal: PayDepositRefusal) {
	if (isPaymentRefusal(refusal)) return paymentRefusals[refusal]
	return nothingKept(customerWords(refusal))
}

function isPaymentRefusal(code: PayDepositRefusal): code is PaymentRefusal & PayDepositRefusal {
	return code in paymentRefusals
}

/** A hold for a customer on the telephone, and the button that pays its deposit. */
export default function Deposit() {
	const { view, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const isOpen = view.state === 'waiting' || view.state === 'booked'
	return (
		<Page>
			<PageHeader title={view.title} subtitle={view.shopName} />
			<RefusalNotice refusal={answer?.refusal} />
			<Notice tone={view.state === 'booked' && !view.isFree ? 'success' : 'hold'}>{view.text}</Notice>
			<Card className="mt-3">
				<b>{view.when}</b>
				<p className="soft text-sm">
					{view.what} {view.staff}
				</p>
				{isOpen &&
					view.money.map((line) => (
						<p key={line} className="num">
							{line}
						</p>
					))}
			</Card>
			{view.state === 'waiting' && !view.pay && (
				<Notice tone="info" className="mt-3" title="Paying online doesn’t work right now.">
					Please try again in a few minutes, or call the shop.
				</Notice>
			)}
			<NextSteps view={view} />
			{view.pay && <Pay pay={view.pay} form={form} />}
		</Page>
	)
}

function Pay({ pay, form }: { pay: { label: string; asksEmail: boolean }; form: FormState }) {
	return (
		<Form method="post" noValidate className="fill mt-4">
			<ErrorSummary form={form} />
			{pay.asksEmail && (
				<TextField
					field={form.field('email')}
					kind="email"
					label="Your email"
					hint="Paystack sends its receipt there. We don’t keep it."
					enterKeyHint="done"
				/>
			)}
			<ActionBar note="Card, bank transfer or USSD, on Paystack’s page.">
				<SubmitButton busyLabel="One moment…">{pay.label}</SubmitButton>
			</ActionBar>
		</Form>
	)
}

function NextSteps({
	view: { isFree, otherTimes, call },
}: {
	view: ReturnType<typeof useLoaderData<typeof loader>>['view']
}) {
	return (
		<>
			{isFree && (
				<p className="mt-3">
					<ButtonLink to={otherTimes}>See free times</ButtonLink>
				</p>
			)}
			{call && (
				<p className="mt-3">
					<ButtonLink to={call.to} variant="quiet">
						{call.label}
					</ButtonLink>
				</p>
			)}
		</>
	)
}
