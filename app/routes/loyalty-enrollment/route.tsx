import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import {
	enrolledWords,
	enrollmentRefusals,
	PROGRAM_LIST_FAILED,
	programListFailures,
} from '#app/domain/loyalty/enrollment-refusal.ts'
import { enrollmentFormSchema } from '#app/domain/loyalty/loyalty-forms.server.ts'
import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { readActor, requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { errorLine } from '#app/http/write-log.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { refused } from '#app/kernel/outcome.ts'
import { type Trail, useBack, useTrail, useTrailFrom, withTrail } from '#app/ui/account/origin.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type ProgramCardView, readProgramList, readProgramQuery } from './programs-view.server.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	offline: programListFailures.network_error,
}

export const meta = titled('Join Programs')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const query = readProgramQuery(new URL(request.url).searchParams)
	const { q, isCursorBroken, retries } = query
	const page = { q, isCursorBroken }
	try {
		const [, list] = await Promise.all([
			requireUser(request, context),
			readProgramList(context, actor, query),
		])
		return data({ ...page, list, failure: null }, { status: isCursorBroken ? 400 : 200 })
	} catch (error) {
		const { code, status } = loadFailure(error, context)
		const again = new URL(request.url)
		again.searchParams.set('retry', String(retries + 1))
		const retry = { path: again.pathname + again.search, label: retries > 0 ? `Retry (${retries})` : 'Retry' }
		return data({ ...page, list: null, failure: { text: programListFailures[code], retry } }, { status })
	}
}

/** Why the programs could not be loaded; rethrows other errors. */
function loadFailure(error: unknown, { requestId, log }: AppLoadContext) {
	if (isUnavailable(error)) return { code: 'database_error', status: 503 } as const
	if (!isDatabaseError(error)) throw error
	log(`request ${requestId} failed: ${errorLine(error)}`)
	return { code: 'schema_error', status: 500 } as const
}

/** Posted by 'Enroll Now' here and on a program's page. */
export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: enrollmentFormSchema })
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	const programId = submission.value.enroll
	const actor = readActor(request, context)
	const joined = actor
		? await catchUnexpected(context, () => enroll(context, actor, programId))
		: refused('permission_denied' as const)
	// The wallet opens at the new card. A program without a card is on the first, the cashback card.
	if (joined.ok)
		return done(context, `/wallet#card-${joined.value.enrollmentId}`, { flash: enrolledWords(joined.value) })
	const code = typeof joined.refusal === 'string' ? joined.refusal : joined.refusal.code
	const words = enrollmentRefusals[code]
	if (code !== 'permission_denied') return refusedBy(words)
	const { title, text } = words
	return done(context, loginPath(new URL(`/loyalty-program/${programId}`, request.url)), {
		flash: { title, description: text, tone: 'error' },
	})
}

export default function JoinPrograms() {
	const { q, list, failure, isCursorBroken } = useLoaderData<typeof loader>()
	const answer = useActionData<typeof action>()
	const trail = useTrail()
	const here = useTrailFrom('programs')
	const back = useBack('rewards')
	return (
		<Page>
			<PageHeader title="Join Programs" back={back} />
			<RefusalNotice refusal={answer?.refusal} />
			<Form method="get" action="/loyalty-enrollment" role="search">
				{trail && <input type="hidden" name="back" value={trail} />}
				<SearchField
					key={q}
					name="q"
					label="Search by program, shop or address"
					placeholder="Program, shop or address"
					defaultValue={q}
					maxLength={MAX_SEARCH_LETTERS}
				/>
			</Form>
			{isCursorBroken && (
				<Notice tone="info" className="mb-3">
					We couldn’t read that link, so here’s the list from the start.
				</Notice>
			)}
			{list === null ? (
				<EmptyState
					icon="alert"
					title={PROGRAM_LIST_FAILED}
					action={
						<ButtonLink to={failure.retry.path} reloadDocument>
							{failure.retry.label}
						</ButtonLink>
					}
				>
					{failure.text}
				</EmptyState>
			) : (
				<>
					{list.foundTooMany && (
						<Notice tone="info" className="mb-3">
							Many programs match. Add a word, such as an area, to narrow it down.
						</Notice>
					)}
					{list.cards.length === 0 && !list.next && <NoPrograms isSearch={q !== ''} />}
					<Form method="post">
						<ul className="mt-2">
							{list.cards.map((program, index) => (
								<ProgramCard key={program.id} program={program} trail={here} isFirst={index === 0} />
							))}
						</ul>
					</Form>
					<ListPages
						next={list.next && withTrail(list.next, trail)}
						label="Show more programs"
						place="cursor"
					/>
				</>
			)}
		</Page>
	)
}

function NoPrograms({ isSearch }: { isSearch: boolean }) {
	const trail = useTrail()
	return isSearch ? (
		<EmptyState
			title="No programs found"
			action={<ButtonLink to={withTrail('/loyalty-enrollment', trail)}>Show all programs</ButtonLink>}
		/>
	) : (
		<EmptyState
			icon="tag"
			title="No loyalty programs yet"
			action={<ButtonLink to="/discover">Browse Businesses</ButtonLink>}
		>
			No shop has a program to join right now.
		</EmptyState>
	)
}

interface ProgramCardProps {
	program: ProgramCardView
	/** For Back on the program's page. */
	trail: Trail
	/** Only the first card's link makes Remix discover the route: all cards share it. */
	isFirst: boolean
}

/** The markup repeats ten times, in one form: keep it small (P1). */
function ProgramCard({ program, trail, isFirst }: ProgramCardProps) {
	const { id, name, isEnrolled } = program
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<p className="soft text-sm min-w-0">{program.shopName}</p>
				{isEnrolled && <Tag tone="leaf">Enrolled</Tag>}
			</div>
			<h2>{name}</h2>
			<p className="mt-1">{program.gist}</p>
			<p className="soft text-sm mt-1">{program.address}</p>
			<div className="row gap-2 mt-3">
				<ButtonLink
					to={withTrail(`/loyalty-program/${id}`, trail)}
					discover={isFirst ? 'render' : 'none'}
					size="small"
					variant="quiet"
					className="flex-1"
				>
					View Details<span className="sr"> of {name}</span>
				</ButtonLink>
				{!isEnrolled && (
					<SubmitButton name="enroll" value={id} busyLabel="Enrolling..." size="small" className="flex-1">
						Enroll Now<span className="sr"> in {name}</span>
					</SubmitButton>
				)}
			</div>
		</li>
	)
}
