import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { beginsWithWorth } from '#app/domain/loyalty/reward-words.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { useBack } from '#app/ui/account/origin.ts'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'
import { ActionBar, ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ShopCardStyle } from '#app/ui/inline.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type ProgramView, programView } from './program-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'profile', loadFailure: 'Error Loading Program' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.program?.name ?? 'Program Not Found') },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const programId = readId(params.programId)
	const [, program] = await Promise.all([
		requireUser(request, context),
		programId === null ? null : context.loyalty.programs.programOf(actor, programId),
	])
	return data({ program: program && programView(program, actor.at) }, { status: program ? 200 : 404 })
}

export default function ProgramPage() {
	const { program } = useLoaderData<typeof loader>()
	if (program) return <ProgramDetail program={program} />
	return (
		<Page>
			<EmptyState
				icon="tag"
				title="Program Not Found"
				isPage
				action={<ButtonLink to="/loyalty-enrollment">See all programs</ButtonLink>}
			>
				The link may be old, or the shop no longer offers it.
			</EmptyState>
		</Page>
	)
}

function ProgramDetail({ program }: { program: ProgramView }) {
	const { shop, state, milestones, cashback, expires } = program
	return (
		<Page>
			<PageHeader title={program.name} back={useBack('programs')} />
			{state === 'ended' && (
				<Notice tone="info" title="This program has ended." className="mb-3">
					It takes no new members.
				</Notice>
			)}
			<ShopCardStyle />
			<Card kind="bare" className="shop">
				{shop.picture ? (
					<img src={shop.picture} alt="" width="480" height="96" />
				) : (
					<AdirePattern shopId={shop.id} />
				)}
				<div>
					<Link to={`/business/${shop.id}`} className="link tap">
						{shop.name}
					</Link>
					<p className="soft text-sm">{shop.address}</p>
				</div>
			</Card>
			{program.description && <p className="mt-2">{program.description}</p>}
			<section className="section">
				<h2>What you get</h2>
				<Card kind="rows" as="ul">
					{cashback !== null && (
						<Reward title={`${cashback}% cashback`} when="After each visit" worth="of what you pay" />
					)}
					{milestones.map(({ id, when, description, worth }) => (
						<Reward key={id} title={description} when={when} worth={worth} />
					))}
				</Card>
			</section>
			<section className="section">
				<h2>How it works</h2>
				{program.rule.map((sentence) => (
					<p key={sentence} className="mt-1">
						{sentence}
					</p>
				))}
				{expires && <p className="mt-1">Expires {expires}.</p>}
			</section>
			<Way state={state} programId={program.id} />
		</Page>
	)
}

/** Leaves `worth` out if the title begins with it. */
function Reward({ title, when, worth }: { title: string; when: string; worth: string }) {
	return (
		<li className="offer">
			<div className="min-w-0">
				<b>{title}</b>
				<p className="facts">
					<Tag>{when}</Tag>
					{!beginsWithWorth(title, worth) && worth}
				</p>
			</div>
		</li>
	)
}

/** The main button: to join, or the next step for a customer who cannot. */
function Way({ state, programId }: { state: ProgramView['state']; programId: string }) {
	if (state === 'enrolled') {
		return (
			<ActionBar summary={<Tag tone="leaf">Enrolled</Tag>}>
				<ButtonLink to="/wallet">Open your wallet</ButtonLink>
			</ActionBar>
		)
	}
	if (state === 'ended') {
		return (
			<ActionBar>
				<ButtonLink to="/loyalty-enrollment">See other programs</ButtonLink>
			</ActionBar>
		)
	}
	return (
		<Form method="post" action="/loyalty-enrollment" className="contents">
			<ActionBar>
				<SubmitButton name="enroll" value={programId} busyLabel="Enrolling...">
					Enroll Now
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}
