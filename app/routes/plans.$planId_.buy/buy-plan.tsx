import { Form, Link, useNavigation } from '@remix-run/react'
import { RENEWAL_WORDS } from '#app/domain/subscriptions/plan-words.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { useBack } from '#app/ui/account/origin.ts'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow, TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { PriceLines } from '#app/ui/money-lines.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, PageHeader } from '#app/ui/page.tsx'
import type { BuyPlanView } from './buy-plan-view.server.ts'

interface BuyPlanProps {
	view: BuyPlanView
	/** Why the plan cannot be bought; then there is no form. */
	problem: Wording | null
	/** Why the posted form was refused. */
	refusal: Wording | undefined
	form: FormState
	links: { withoutPromo: string; withCashback: string; withoutCashback: string }
}

const choiceTitles = { online: 'Pay online now', cash: 'Pay at the shop' }

/** When the paid period starts: a renewal follows the current one. */
function choiceDetail(choice: keyof typeof choiceTitles, startsOn: string | null): string {
	if (choice === 'online')
		return `Card, bank transfer or USSD. ${startsOn ? `It starts on ${startsOn}.` : 'Your plan starts right away.'}`
	return startsOn
		? `Pay there within 7 days. It starts on ${startsOn}, or when you pay if that is later.`
		: 'It starts once you have paid there, within 7 days.'
}

export function BuyPlan({ view, problem, refusal, form, links }: BuyPlanProps) {
	const { quote, shop, renewal } = view
	const back = useBack(view.back)
	return (
		<Page>
			<PageHeader
				title={renewal ? `Renew ${view.title}` : `Buy ${view.title}`}
				subtitle={shop.name}
				back={back}
			/>
			<RefusalNotice refusal={refusal} />
			{problem && !refusal && (
				<Notice tone="error" title={problem.title ?? ''}>
					{problem.text}
				</Notice>
			)}
			<Card className="mt-3">
				<b>{view.entries}</b>
				<p className="soft text-sm num">{view.runs}</p>
				<PriceLines
					lines={[
						{ label: view.title, amountKobo: quote.priceKobo },
						...(quote.discountKobo > 0
							? [{ label: `Promo ${view.promoCode ?? ''}`, amountKobo: -quote.discountKobo }]
							: []),
					]}
					total={{ label: 'Total', amountKobo: quote.totalKobo }}
				/>
				{quote.cashbackKobo > 0 && (
					<PriceLines
						lines={[{ label: 'Cashback', amountKobo: -quote.cashbackKobo }]}
						total={{ label: 'To pay', amountKobo: quote.toPayKobo }}
					/>
				)}
			</Card>
			{view.orderNumber && !problem && (
				<Notice tone="hold" className="mt-3" title={`Your order number: ${view.orderNumber}`}>
					You can still pay at {shop.name}. Paying here replaces that order.{' '}
					<Link to="/subscriptions" className="link">
						See the order
					</Link>
				</Notice>
			)}
			{renewal?.isChanged && (
				<Notice tone="hold" className="mt-3" title="The price has changed.">
					Last time you paid {formatNaira(renewal.paidBeforeKobo)}.
				</Notice>
			)}
			{problem ? (
				<ActionBar>
					<ButtonLink to={problem.nextStep?.path ?? '/subscriptions'}>
						{problem.nextStep?.label ?? 'See your subscriptions'}
					</ButtonLink>
				</ActionBar>
			) : (
				<>
					<ErrorSummary form={form} order={['promoCode', 'paymentChoice']} />
					<Promo view={view} form={form} withoutPromo={links.withoutPromo} />
					<Cashback view={view} links={links} />
					<Pay view={view} form={form} />
				</>
			)}
		</Page>
	)
}

type FormProps = { view: BuyPlanView; form: FormState }

function Promo({ view, form, withoutPromo }: FormProps & { withoutPromo: string }) {
	if (view.promoCode !== null)
		return (
			<Notice tone="success" className="mt-4" title={`${view.promoCode} is applied.`}>
				You save {formatNaira(view.quote.discountKobo)}.{' '}
				<Link to={withoutPromo} className="link" preventScrollReset>
					Remove code
				</Link>
			</Notice>
		)
	return (
		<Form method="post" noValidate className="mt-6" preventScrollReset>
			<TextField field={form.field('promoCode')} kind="code" label="Promo code" enterKeyHint="go" />
			<SubmitButton
				variant="quiet"
				size="small"
				name="intent"
				value="apply-promo"
				busyLabel="Checking…"
				className="mt-2"
			>
				Apply
			</SubmitButton>
		</Form>
	)
}

function Cashback({ view, links }: Pick<BuyPlanProps, 'view' | 'links'>) {
	if (view.cashbackKobo === 0) return null
	const isUsed = view.quote.cashbackKobo > 0
	return (
		<p className="mt-4">
			<ButtonLink
				to={isUsed ? links.withoutCashback : links.withCashback}
				variant="quiet"
				size="small"
				preventScrollReset
			>
				{isUsed ? 'Don’t use my cashback' : `Pay with your ${formatNaira(view.cashbackKobo)} cashback`}
			</ButtonLink>
		</p>
	)
}

function payLabel({ quote, renewal }: BuyPlanView): string {
	if (quote.toPayKobo === 0) return renewal ? 'Renew the plan' : 'Start the plan'
	return `${renewal ? 'Renew' : 'Buy'} for ${formatNaira(quote.toPayKobo)}`
}

function Pay({ view, form }: FormProps) {
	const isPosting = useNavigation().state !== 'idle'
	const { quote, choices, isDemo, startsOn } = view
	const field = form.field('paymentChoice')
	const isFree = quote.toPayKobo === 0
	if (!isFree && choices.length === 0)
		return (
			<Notice tone="info" className="mt-4" title="This plan can’t be paid for here right now.">
				Ask the shop, or try again later.
			</Notice>
		)
	return (
		<Form method="post" noValidate className="fill mt-6" aria-busy={isPosting}>
			<input type="hidden" name="total" value={quote.totalKobo} />
			<input type="hidden" name="toPay" value={quote.toPayKobo} />
			{isFree ? (
				<Notice tone="success" title="Nothing to pay.">
					Your savings cover this plan.
				</Notice>
			) : (
				<ChoiceField field={field} legend="How will you pay?">
					{choices.map((choice) => (
						<OptionRow
							key={choice}
							name="paymentChoice"
							value={choice}
							title={choiceTitles[choice]}
							detail={choiceDetail(choice, startsOn)}
							defaultChecked={choices.length === 1 || form.isChosen('paymentChoice', choice)}
						/>
					))}
				</ChoiceField>
			)}
			<div className="mt-4">
				<OptionRow
					type="checkbox"
					name="autoRenews"
					value="1"
					title="Remind me to renew"
					detail={RENEWAL_WORDS}
					defaultChecked={form.isChosen('autoRenews', '1')}
				/>
			</div>
			{isDemo && <p className="hint mt-2">Demo mode: no real money</p>}
			<div className="h-6" />
			<ActionBar>
				<SubmitButton name="intent" value="buy" busyLabel="One moment…">
					{payLabel(view)}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}
