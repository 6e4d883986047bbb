# {{app}}

For admins: from an empty Zapier account to three tested Zaps. {{aDeal}} reaches a stage, and your compliance service gets a case, its record of the client. The client gets a letter with a link to a page and fills it in. The decision comes back to the {{deal}}.

Nobody has built these Zaps in {{app}} yet, so names may differ. If you are the first, [check them](first-push.md).

{{head}}

## 1. Before the first Zap

- **From an admin of the service**: [an API key and the custom field](set-up.md#the-key) `deal_id`.
- **From your engineer**: an invitation to the app. Accept it, and add *Compliance Onboarding* under *App connections*; [what to enter](set-up.md#the-connection).
- **A mail account of your team**, so that everybody sees the answers; here Gmail.

Create these {{fields}} of {{deals}}, with exactly these names:

{{fieldTable}}

The values of *Onboarding Status* are {{choices}}, and any other decision of your service. Add *Registration Number* ({{text}}) to the {{company}}. Sales fills it in, and {{country}}.

{{notes}}

**Testing a step acts for real.** Create {{own}}: your address as *Onboarding Email*, something in every other onboarding field, because Zapier may hide empty ones, and {{aCompany}} with country and number. Move it to your onboarding stage, here *{{stage}}*. In the test of each trigger, choose it or its case: others are of real clients. If a client got the link by mistake, test step {{write}}, too: then no second letter goes out.

In the tables, [{{start}}. Portal Link] is the value *Portal Link* of step {{start}}. A dropdown takes it as a *custom value*. Bold steps are those of *Compliance Onboarding*; leave their other fields as they are. Other steps link to a public page with their name, unless *not verified*.

## 2. Zap 1: the {{deal}} gets its case, the client the link

{{business}}

- **Filters**: *And* joins all conditions. Enter stages as the tests of the steps before show them. While all your fields are filled in, their tests say that the Zap would stop: go on. The one behind step {{start}} stops for a client whose case is decided, who gets no link.
- **Deal ID**: if this input is missing, your service lists no custom fields. Enter `deal_id` and [1. ID] under *Custom Fields*; the output is then *Custom Fields Deal ID*.
- **Step {{start}}**: add its error handler last, [in its menu]({{errorHandler}}). The other steps stand under *Success*. In its test, do not submit the page yet: the next run finds the case again.
- **Later changes**: Zapier ends runs that wait if you [add or remove a step, or switch the Zap off]({{delay}}).

## 3. Zap 2: the client must send more

If the triggers of Zaps 2 and 3 show an address, as for Ondorse, [enter it in the service](set-up.md#webhooks-by-hand): that of Zap 2 for `collect.opened`, that of Zap 3 for its three events. What your case does not have yet, such as [1. Missing Items] or [1. Submitted At], may not be offered: map it after step 3 of [*Try it*](#5-try-it).

{{requested}}

## 4. Zap 3: what happens comes back to the {{deal}}

{{events}}

If staff make cases by hand, put a filter behind the triggers of Zaps 2 and 3: [1. Deal ID] *Exists*.

## 5. Try it

1. If you have clients already, [import them](for-admins.md#existing-clients) first. Empty what Zaps fill in on your own {{deal}}, and move it out of the stage. Publish the Zaps, and move it in again. One letter comes, and the {{deal}} says *Waiting for Client*.
2. Submit the page. The {{deal}} says *In Review* or *Ready for Decision*.
3. Let a reviewer of the service ask for a document. The second letter comes.
4. Let the reviewer decide. The {{deal}} has the decision. Delete or close the case.
5. Save a view of the CRM: stage *{{stage}}*, *Onboarding Case* empty, in the stage since yesterday or earlier. These {{deals}} did not finish, or were there before the Zap; [a sales week](for-sales.md) says what to do.

## If the client is a person

Build Zap 1 again, for another stage or pipeline, without the steps that find the {{company}}. Zaps 2 and 3 serve both. Step {{start}} is now 3, step {{again}} is 8, and so on. The first filter also demands [1. Onboarding Last Name] *Exists*. In *Start Onboarding*:

{{person}}

Change [one sentence of the letter](letters.md#to-a-person), too.

## Next

[More for admins](for-admins.md) adds reminders, a message to reviewers, the registry or a second language.
