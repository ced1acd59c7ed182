import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatNaira } from '#app/kernel/money.ts'
import { ChoiceButton } from '#app/ui/choice-button.tsx'
import { NotChangeable } from '#app/ui/not-changeable.tsx'
import { PageHeader } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { ChoiceView } from './change-view.server.ts'

export function Choice({ view }: { view: ChoiceView }) {
	const hasSeveral = view.services.length > 1
	return (
		<>
			<PageHeader
				title="Change your visit"
				subtitle={`Now: ${view.nowLabel}, ${view.shopName}`}
				back={{ to: view.bookingPage, label: 'Your booking' }}
			/>
			{view.problem ? (
				<NotChangeable view={view} problem={view.problem} />
			) : (
				view.services.map((service) => (
					<section key={service.position} className="mb-5">
						<h2>{hasSeveral ? service.name : 'Someone else'}</h2>
						<p className="soft mb-3 text-sm">
							{service.name} with {service.staffName}
						</p>
						{service.others.length === 0 ? (
							<p className="soft text-sm">
								No one else is free at this time.{' '}
								<Link to={view.movePage} className="link tap">
									Choose another time
								</Link>
							</p>
						) : (
							<ChangeForm view={view} position={service.position}>
								{service.others.length > 1 && (
									<ChoiceButton name="staff" value="any" title="Anyone else who’s free" />
								)}
								{service.others.map((member) => (
									<ChoiceButton
										key={member.staffMemberId}
										name="staff"
										value={member.staffMemberId}
										title={
											<>
												{member.name} {member.isSenior && <Tag>Senior</Tag>}
											</>
										}
									/>
								))}
							</ChangeForm>
						)}
						{view.offered.length > 0 && (
							<>
								<h2 className="mt-6 mb-3">
									Another service{hasSeveral && <span className="sr"> for {service.name}</span>}
								</h2>
								<ChangeForm view={view} position={service.position}>
									{view.offered.map((one) => (
										<ChoiceButton
											key={one.id}
											name="service"
											value={one.id}
											title={one.name}
											detail={one.durationLabel}
											end={formatNaira(one.priceKobo)}
										/>
									))}
								</ChangeForm>
							</>
						)}
					</section>
				))
			)}
		</>
	)
}

/** A GET form: its buttons open the question and change nothing. */
function ChangeForm({
	view,
	position,
	children,
}: {
	view: ChoiceView
	position: number
	children: ReactNode
}) {
	return (
		<Form method="get" action="/booking/change">
			<input type="hidden" name="visit" value={view.token} />
			<input type="hidden" name="at" value={view.startsAt} />
			<input type="hidden" name="position" value={position} />
			{children}
		</Form>
	)
}
