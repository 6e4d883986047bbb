# {{app}}

For admins: from an empty Zapier account to three tested Zaps. {{aDeal}} reaches a stage, and your compliance service gets a case, its record of the client. The client gets a letter with a link to a page and fills it in. The decision comes back to the {{deal}}.

`npx jest demo/week` runs these Zaps on a test service. Nobody has built them in {{app}} yet; [the first push](first-push.md) checks them.

{{head}}

## 1. Before the first Zap

- **From an admin of the service**: [an API key and the custom field](set-up.md#the-key) `deal_id`.
- **From your engineer**: an invitation to the app. Accept it, and add *Compliance Onboarding* under *App connections*; [what to enter](set-up.md#the-connection).
- **A mail account of your team**, so that everybody sees the answers; here Gmail.

Create these {{fields}} of {{deals}}, with exactly these names:

{{fieldTable}}

The values of *Onboarding Status* are {{choices}}, and any other decision of your service. Add *Registration Number* ({{text}}) to the {{company}}. Sales fills it in, and {{country}}.

{{notes}}

**Testing a step acts for real.** Create {{own}}: your address as *Onboarding Email*, your first name, and {{aCompany}} with country and number. Move it to your onboarding stage, here *{{stage}}*.

In the tables, [{{start}}. Portal Link] is the value *Portal Link* of step {{start}}. Bold steps are those of *Compliance Onboarding*; leave their other fields empty. Other steps link to a public page that shows their name; *not verified* ones have none. No page shows the labels of their fields.

## 2. Zap 1: the {{deal}} gets its case, the client the link

{{business}}

- **Filters**: *And* joins all conditions. Enter your stage, a lost {{deal}} and *Waiting for Client* as the tests of the steps before show them.
- **A field is not offered**: Zapier may hide an empty one. Fill it in on your {{deal}}, test the step again, map it, and empty it.
- **Deal ID**: if this input is missing, your service lists no custom fields. Enter `deal_id` and [1. ID] under *Custom Fields*; the output is then *Custom Fields Deal ID*.
- **Error handler**: add it last, [in the menu of step {{start}}]({{errorHandler}}). The other steps stand under *Success*.
- **Test of step {{start}}**: the next run finds its case again, and Zaps 2 and 3 have it as their sample. Open the link, but do not submit the page.
- **Later changes**: Zapier ends runs that wait if you [add or remove a step, or switch the Zap off]({{delay}}).

## 3. Zap 2: the client must send more

*Test trigger* shows recent cases, also of real clients: choose your own, here and in Zap 3. If your service cannot register webhooks, as Ondorse, both triggers show an address. [Enter it in the service](set-up.md#webhooks-by-hand): that of Zap 2 for `collect.opened`, that of Zap 3 for its three events.

{{requested}}

## 4. Zap 3: what happens comes back to the {{deal}}

{{events}}

If staff make cases by hand, put a filter behind the triggers of Zaps 2 and 3: [1. Deal ID] *Exists*.

## 5. Try it

1. If you have clients already, [import them](for-admins.md#existing-clients) first. Empty what Zaps filled in on your own {{deal}}, and move it out of the stage. Switch the Zaps on, and move it in again. The letter comes, and the {{deal}} says *Waiting for Client*.
2. Submit the page. The {{deal}} says *In Review* or *Ready for Decision*.
3. In the service, ask for a document as a reviewer. The second letter comes.
4. Decide there. The {{deal}} has the decision. Delete or close the case.
5. Save a view of the CRM: stage *{{stage}}*, *Onboarding Case* empty, in the stage since yesterday or earlier. These {{deals}} did not finish; [a sales week](for-sales.md) says what to do.

## If the client is a person

Build Zap 1 again, for another stage or pipeline, without the steps that find the {{company}}. Zaps 2 and 3 serve both. Step {{start}} is now 3, step {{again}} is 7, and so on. The first filter also demands [1. Onboarding Last Name] *Exists*. In *Start Onboarding*:

{{person}}

Change [one sentence of the letter](letters.md#to-a-person), too.

## Next

[More for admins](for-admins.md) adds reminders, a message to reviewers, the registry or a second language.
