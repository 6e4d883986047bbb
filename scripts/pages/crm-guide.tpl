# {{app}}

For admins: from an empty Zapier account to three tested Zaps. `npm run demo` runs them. Nobody has built them in {{app}} yet; [the first push](first-push.md) checks them.

{{head}}

## 1. Before the first Zap

- **From your engineer**: an invitation. Accept it, and add *Compliance Onboarding* under *App connections*; [what to enter](set-up.md#the-connection).
- **From an admin of the service**: an API key for Zapier alone, and a custom field of cases, of the type text, with the *API field name* `deal_id`.
- **A mail account of your team**, so that everybody sees the answers. Gmail stands for it here.

Create these {{fields}} of {{deals}}, with exactly these names:

{{fieldTable}}

Choices of *Onboarding Status*: {{choices}}, and the names of other decisions of your service. Sales also fills in the country of the {{company}} and *Registration Number*, a text that you add to it.

{{notes}}

In the tables, [{{start}}. Portal Link] is the value *Portal Link* of step {{start}}. Bold steps are those of *Compliance Onboarding*; leave empty what is not named. Another app's step links to the page that names it, or is *not verified*, as are the labels of its fields.

**Testing a step acts for real**: use your own {{deal}}, with your own address.

## 2. Zap 1: the {{deal}} gets its case, the client the link

{{business}}

- **Filters**: enter your stage, and in step {{filter}} what a lost {{deal}} has, as the tests of the steps before show them.
- **Custom Fields**: if your service lists its custom fields, `deal_id` has an input of its own.
- **Error handler**: [in the menu of step {{start}}]({{errorHandler}}). It runs for stopped and halted steps.
- **Test of step {{start}}**: it makes a real case, which the next run finds again, and Zaps 2 and 3 have as their sample. Look at *Portal Link*, but do not submit it.
- **Later changes**: Zapier ends runs that wait if you [add or remove a step, or switch the Zap off]({{delay}}).

## 3. Zap 2: the client must send more

{{requested}}

## 4. Zap 3: what happens comes back to the {{deal}}

{{events}}

*Onboarding Summary* never has the reason of a rejection. `application.updated` would cost a task for each change of a case. If staff make cases by hand, put a filter for `deal_id` behind the triggers of Zaps 2 and 3.

If your service cannot register webhooks, as Ondorse, the editor shows an address in Zaps 2 and 3. [Enter them in the service](set-up.md#webhooks-by-hand): Zap 2's for `collect.opened`, Zap 3's for all three events.

## 5. Try it

1. Switch the Zaps on, and move your own {{deal}} to *{{stage}}*. The letter comes, and the {{deal}} says *Waiting for Client*.
2. Submit the page. The {{deal}} says *In Review* or *Ready for Decision*.
3. Ask for a document as a reviewer. The second letter comes.
4. Decide. The {{deal}} has the decision. Delete or close the case in the service.
5. Save a view: stage *{{stage}}*, *Onboarding Case* empty, in the stage for more than an hour. These clients got no letter. [A sales week](for-sales.md) says what to do.

## The letters

Paste them into *Body*, with the values that the step names for `[…]`, your own names and your portal's address. A client who cannot see who writes, why, whose page it is and whom to ask takes it for phishing.

{{letters}}

All three end so:

{{ending}}

## If the client is a person

Build Zap 1 again, for another stage or pipeline, without the search for the {{company}}. Zaps 2 and 3 serve both. In *Start Onboarding*, now step 3:

{{person}}

A person has no extract from a register. Write in the letter: "{{atHand}}"

## Additions

### More reminders

Copy steps {{wait}} to {{last}} behind the last step, with other days (31 at most), and map the address and first name from the new copy of the {{deal}}. Each costs {{reminderTasks}} tasks if it is sent.

### Ready for a decision

{{ready}}

### Portal first

The service creates the case when the client submits. In Zap 1, let the filter demand an empty *Onboarding Link* in place of an empty *Onboarding Case*. This step replaces the next ones up to *Start Onboarding*; behind the letter, write its link to the {{deal}}, and `Waiting for Client` to *Onboarding Status* and *Onboarding Summary*:

{{portalFirst}}

### The number from the registry

If your {{deals}} lack registration numbers, put this in front of *Start Onboarding*, and map its number. It finds nothing unless exactly one company fits; choose that the Zap goes on then.

{{registry}}

### Existing clients

1. Make the service's import file from your {{deals}}: `external_reference` is the ID with `-kyb` (a person: `-kyc`) behind it, `custom_field.deal_id` the ID. [Check the list](check-deals.md), and import it in the service.
2. Import the case IDs of the service's export into *Onboarding Case*. Zap 1 then leaves these {{deals}} alone, and Zap 3 writes to them.
3. For some later ones, [Transfer]({{transfer}}) can run *Start Onboarding*.

### A second language

Give the {{deal}} a choice *Onboarding Language* with a default; an empty one gives no text. Put *Formatter by Zapier*, [*Lookup Table*]({{lookup}}) in front of the letter: language on the left, the words in front of the link on the right. It costs no task.

### Your own app or form

[Redirection and headless](own-app.md)
