import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'

export function BrokenLink() {
	return (
		<EmptyState
			icon="calendar"
			title="This link no longer works."
			action={<ButtonLink to="/sessions">See all sessions</ButtonLink>}
		/>
	)
}
