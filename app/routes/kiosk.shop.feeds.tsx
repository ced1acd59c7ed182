import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { feedsFormSchema, WHOLE_SHOP } from '#app/domain/shops/kiosk-forms.server.ts'
import { addFeed, endFeed } from '#app/flows/shop/feeds.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { endAccess, handedOnOrigin, showMade } from '#app/http/owner-access.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { AccessPage, AccessRows } from '#app/ui/kiosk/access-page.tsx'
import { TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your calendars' }

export const meta = ownerTitled('Calendars')

/** A new address is shown once, on the answering page. */
type MadeFeed = { address: string; opens: string }

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { calendarFeeds } = context.shops
	const [key, feeds, people] = await Promise.all([
		owner.opened(),
		calendarFeeds.feedsOfCaller(owner.caller),
		calendarFeeds.peopleOfCaller(owner.caller),
	])
	return owner.pageData({
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
	})
}

type Feeds = ReturnType<typeof feedsFormSchema.parse>
type PostOf<Intent extends Feeds['intent']> = OwnerPost<Extract<Feeds, { intent: Intent }>>

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost(
		{ request, context },
		{ schema: feedsFormSchema, enterPin, asksProof: true },
	)
	if (!read.ok) return read.answer
	const { post } = read
	return post.value.intent === 'add'
		? add({ ...post, value: post.value }, context)
		: end({ ...post, value: post.value }, context)
}

async function add(post: PostOf<'add'>, context: ActionFunctionArgs['context']) {
	const { key, caller, value, now } = post
	const { of } = value
	const namesCustomers = value.names === 'on'
	const shown = { caller, shopId: key.shop.id, keyId: key.keyId, namesCustomers, now }
	return showMade(context, post, {
		purpose: 'calendar-feed',
		action: ['feed', of, namesCustomers ? 'names' : ''],
		make: (secret, by) =>
			addFeed(context, { ...shown, staffMemberId: of === WHOLE_SHOP ? null : of, secret, by }),
		find: async (secret) => (await context.shops.calendarFeeds.works(hashSecretToken(secret))) || null,
		ended: 'feed_ended',
		offer(secret): MadeFeed {
			const address = `${handedOnOrigin(context)}/feeds/${secret}/calendar.ics`
			return { address, opens: address.replace(/^https?:/, 'webcal:') }
		},
	})
}

async function end(post: PostOf<'end'>, context: ActionFunctionArgs['context']) {
	const { key, caller, value, now } = post
	return endAccess<MadeFeed>(context, post, {
		action: ['end feed', value.feed],
		run: (by) => endFeed(context, { caller, shopId: key.shop.id, feedId: value.feed, by, now }),
		path: '/kiosk/shop/feeds',
		description: 'Its address shows nothing any more.',
	})
}

export default function OwnerFeeds() {
	const { shopName, feeds, choices, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result)
	const made = answer && 'offer' in answer ? answer.offer : undefined
	return (
		<AccessPage
			title="Calendars"
			{...{ shopName, answer, form }}
			order={['of']}
			made={
				made && {
					title: 'Add this address to your calendar',
					secret: made.address,
					words: (
						<>
							It’s shown only now. Anyone who has it can see these visits, so keep it to yourself.
							<a className="btn quiet small mt-3" href={made.opens}>
								Open in your calendar
							</a>
						</>
					),
				}
			}
		>
			<section>
				<h2>In use</h2>
				<AccessRows
					rows={feeds.map(({ id, of, names, state }) => ({
						...{ id, name: of, beside: names, lines: [state] },
						end: { name: of, label: 'End this calendar' },
					}))}
					field={form.field('feed')}
					act={act}
				>
					Its address shows nothing any more, at once. Calendars may keep what they copied.
				</AccessRows>
			</section>
			<KioskForm act={act} className="form" key={act}>
				<h2>Add a calendar</h2>
				<p className="hint">
					Visits and blocked time of the last 30 and the next 90 days. Calendars look for changes every few
					hours, so it can lag behind.
				</p>
				<SelectField field={form.field('of')} label="Whose visits" empty="Choose one" options={choices} />
				<div className="field">
					<TickBox
						form={form}
						name="names"
						title="Show customers’ names"
						detail="Google, Apple and others keep copies, so names stay with them."
					/>
				</div>
				<SubmitButton name="intent" value="add" busyLabel="Making…">
					Make an address
				</SubmitButton>
			</KioskForm>
		</AccessPage>
	)
}
