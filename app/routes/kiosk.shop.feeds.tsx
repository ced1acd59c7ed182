import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { feedsFormSchema, WHOLE_SHOP } from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { addFeed, endFeed } from '#app/flows/shop/change-feeds.server.ts'
import { enterPin } from '#app/flows/shop/enter-pin.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import { handedOnOrigin, shownSecret } from '#app/http/shown-secret.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { EndForm } from '#app/ui/kiosk/end-form.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer } from '#app/ui/kiosk/owner-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your calendars',
}

export const meta: MetaFunction = ({ error }) => ownerMeta('Calendars', error)

/** An address that was made: shown once, on the page that answers. */
type MadeFeed = { address: string; opens: string }

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { calendarFeeds } = context.shops
	const [key, feeds, people] = await Promise.all([
		owner.opened(),
		calendarFeeds.feedsOfCaller(owner.caller),
		calendarFeeds.peopleOfCaller(owner.caller),
	])
	return data(
		{
			shopName: key.shop.name,
			feeds: feeds.map(({ feedId, personName, namesCustomers, createdAt, works }) => ({
				id: feedId,
				of: personName ?? 'The whole shop',
				names: namesCustomers ? 'With customers’ names' : 'Without names',
				state: works
					? `Made ${shortDateLabelAt(key.shop.timeZone, createdAt)}`
					: 'Shows nothing: its person or the device that made it is gone',
			})),
			choices: [
				{ id: WHOLE_SHOP, name: 'The whole shop' },
				...people.map(({ staffMemberId, name }) => ({ id: staffMemberId, name })),
			],
			act: newId(),
		},
		{ headers: owner.headers },
	)
}

type Feeds = Extract<Awaited<ReturnType<typeof readFeedsPost>>, { ok: true }>['post']['value']
type PostOf<Intent extends Feeds['intent']> = OwnerPost<Extract<Feeds, { intent: Intent }>>

function readFeedsPost(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
	return readOwnerPost(args, { schema: feedsFormSchema, enterPin, asksProof: true })
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readFeedsPost({ request, context })
	if (!read.ok) return read.answer
	const { post } = read
	return post.value.intent === 'add'
		? add({ ...post, value: post.value }, context)
		: end({ ...post, value: post.value }, context)
}

/** Makes an address; pressed twice, it is one. */
async function add(
	{ key, caller, value, now, result }: PostOf<'add'>,
	context: ActionFunctionArgs['context'],
) {
	const { act: pageAct, of } = value
	const namesCustomers = value.names === 'on'
	const asked = ['feed', of, namesCustomers ? 'names' : ''] as const
	const secret = await shownSecret(context, 'calendar-feed', { key, pageAct, asked })
	const added = await actAtKiosk(context, { key, pageAct, asked, now }, (by) =>
		addFeed(context, {
			caller,
			shopId: key.shop.id,
			keyId: key.keyId,
			staffMemberId: of === WHOLE_SHOP ? null : of,
			namesCustomers,
			secret,
			by,
			now,
		}),
	)
	if (added !== 'act_done_already' && !added.ok)
		return refusedBy<MadeFeed>(kioskWords[added.refusal], { result })
	// Sent again later, it may have ended.
	if (!(await context.shops.calendarFeeds.works(hashSecretToken(secret))))
		return refusedBy<MadeFeed>(kioskWords.feed_ended, { result })
	const address = `${handedOnOrigin(context)}/feeds/${secret}/calendar.ics`
	const answer: ActionAnswer<MadeFeed> = {
		offer: { address, opens: address.replace(/^https?:/, 'webcal:') },
	}
	return data(answer)
}

async function end(
	{ key, caller, value, now, result }: PostOf<'end'>,
	context: ActionFunctionArgs['context'],
) {
	const { act: pageAct, feed: feedId } = value
	const ended = await actAtKiosk(context, { key, pageAct, asked: ['end feed', feedId], now }, (by) =>
		endFeed(context, { caller, shopId: key.shop.id, feedId, by, now }),
	)
	if (ended !== 'act_done_already' && !ended.ok)
		return refusedBy<MadeFeed>(kioskWords[ended.refusal], { result })
	return done(context, '/kiosk/shop/feeds', {
		flash: { title: 'Ended', description: 'Its address shows nothing any more.' },
	})
}

/** The addresses at which calendars read the visits of the shop and its people. */
export default function OwnerFeeds() {
	const { shopName, feeds, choices, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result)
	const made = answer && 'offer' in answer ? answer.offer : undefined
	const typedFeed = form.field('feed').defaultValue
	return (
		<KioskPage
			title="Calendars"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
			isForm
		>
			<OwnerAnswer
				answer={answer && { result: answer.result, refusal: answer.refusal }}
				form={form}
				order={['of']}
			/>
			{made && (
				<Notice tone="info" title="Add this address to your calendar" className="mb-4">
					<b>{made.address}</b>
					<br />
					It’s shown only now. Anyone who has it can see these visits, so keep it to yourself.
					<a className="btn quiet small mt-3" href={made.opens}>
						Open in your calendar
					</a>
				</Notice>
			)}
			<div className="two">
				<section>
					<h2>In use</h2>
					{feeds.length === 0 ? (
						<p className="soft">None yet.</p>
					) : (
						<Card kind="rows" as="ul">
							{feeds.map(({ id, of, names, state }) => (
								<li key={id} className="padded">
									<b>{of}</b> <span className="soft">{names}</span>
									<br />
									<span className="soft num">{state}</span>
									<EndForm
										name={of}
										field="feed"
										id={id}
										act={act}
										isOpen={typedFeed === id}
										label="End this calendar"
									>
										Its address shows nothing any more, at once. Calendars may keep what they copied.
									</EndForm>
								</li>
							))}
						</Card>
					)}
				</section>
				<Form method="post" className="form" key={act}>
					<input type="hidden" name="act" value={act} />
					<h2>Add a calendar</h2>
					<p className="hint">
						Visits and blocked time of the last 30 and the next 90 days. Calendars look for changes every few
						hours, so it can lag behind.
					</p>
					<SelectField field={form.field('of')} label="Whose visits" empty="Choose one" options={choices} />
					<div className="field">
						<OptionRow
							type="checkbox"
							name="names"
							value="on"
							defaultChecked={form.isChosen('names', 'on')}
							title="Show customers’ names"
							detail="Google, Apple and others keep copies, so names stay with them."
						/>
					</div>
					<SubmitButton name="intent" value="add" busyLabel="Making…">
						Make an address
					</SubmitButton>
				</Form>
			</div>
		</KioskPage>
	)
}
