# Your own app or form

For product teams. *Redirection*: your app sends its user to the portal. *Headless*: your form collects everything, and the service is your back office.

## Redirection

### A new account is sent to the portal

The service creates the case when the client submits. To create it first, use *Start Onboarding*.

{{link}}

### The approval activates the account

{{activation}}

- The user comes back before the decision. Put no secret into the Redirect URL.
- If a link is lost, run the step again. The same *Deal* gets the same link until its case exists, and none once that is decided: *Ask Again* asks on purpose.

`npm run demo -- --portal-first` runs the flow on the sandbox.

## Headless

{{headless}}

- Complete the company first with *Find Companies* or *Find Company by Registration Number*.
- Save more data with *Update Case*: only filled-in fields change.
- Wait for *Updated Case Review*. On *New Information Request*, send its portal link.
- These need guidance from the service's team: dynamic forms, embedded identity verification, re-collection without a portal, live document feedback.
