import { ButtonLink } from './button.tsx'
import { EmptyState } from './notice.tsx'

interface NotChangeableProps {
	view: { isAhead: boolean; phone: { href: string; label: string } | '' | null; bookingPage: string }
	problem: { title: string; text: string }
}

/** Why an appointment can be neither moved nor changed; before its start the shop's number follows. */
export function NotChangeable({ view: { isAhead, phone, bookingPage }, problem }: NotChangeableProps) {
	return (
		<EmptyState
			icon="clock"
			title={problem.title}
			action={
				isAhead && phone ? (
					<ButtonLink to={phone.href}>Call {phone.label}</ButtonLink>
				) : (
					<ButtonLink to={bookingPage}>Your booking</ButtonLink>
				)
			}
		>
			{problem.text}
		</EmptyState>
	)
}
