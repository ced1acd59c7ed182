import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { ProgramDetail } from './program-detail.tsx'
import { programView } from './program-view.server.ts'

export const handle: PageHandle = {
	bottomNavigation: 'profile',
	loadFailure: () => 'Error Loading Program',
}

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
