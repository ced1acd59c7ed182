import { type Trail, withTrail } from '#app/ui/account/origin.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { ProgramCardView } from './programs-view.server.ts'

interface ProgramCardProps {
	program: ProgramCardView
	/** For its page's Back. */
	trail: Trail
	/** Only the first card's link makes Remix discover the route; the others lead to the same. */
	isFirst: boolean
}

/** The markup repeats ten times, in one form: keep it small (P1). */
export function ProgramCard({ program, trail, isFirst }: ProgramCardProps) {
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
