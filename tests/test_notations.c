/* Facts about the notations that kinds share: JSON, forms, f-puzzles links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "core/random.h"
#include "facts.h"
#include "notations/form.h"
#include "notations/json.h"
#include "notations/lzstring.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct pm_text text_of(const char *text)
{
    return pm_text_of(text, strlen(text));
}

/* ---- JSON ---- */

/* The value without white space, all strings written anew. */
static void put_value(const struct pm_json *v, struct pm_out *out)
{
    bool object = v->type == PM_JSON_OBJECT;
    if (v->type == PM_JSON_STRING) {
        pm_json_put(out, v->text.at, pm_text_len(&v->text));
    } else if (v->type != PM_JSON_LIST && !object) {
        pm_out_bytes(out, v->text.at, pm_text_len(&v->text));
    } else {
        pm_out_char(out, object ? '{' : '[');
        for (int i = 0; i < (object ? 2 : 1) * v->count; i++) {
            pm_out_text(out, i == 0 ? "" : object && i % 2 ? ":" : ",");
            put_value(&v->items[i], out);
        }
        pm_out_char(out, object ? '}' : ']');
    }
}

static void json_is_read_as_it_is_meant(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value, *rest;
    } cases[] = {
        {"null", "null", ""},
        {" \t\r\n true false", "true", " false"},
        {"[]", "[]", ""},
        {"{ }", "{}", ""},
        {"0", "0", ""},
        {"01", "0", "1"},
        {"-12.50e+3,", "-12.50e+3", ","},
        {"[1 , 2,[ 3]]x", "[1,2,[3]]", "x"},
        {"{\"a\" :1,\"b\": {\"a\":[null,false]}}", "{\"a\":1,\"b\":{\"a\":[null,false]}}",
         ""},
        {"\"\"", "\"\"", ""},
        {"\"plain \xC3\xA4\"", "\"plain \xC3\xA4\"", ""},
        {"\"\\\"\\\\\\/\\n\"", "\"\\\"\\\\/\\n\"", ""},
        {"\"\\b\\f\\r\\t\\u0000\"", "\"\\u0008\\u000c\\u000d\\u0009\\u0000\"", ""},
        {"\"\\u0041\\u00E4\\u20aC\"", "\"A\xC3\xA4\xE2\x82\xAC\"", ""},
        {"\"\\ud83d\\ude00.\"", "\"\xF0\x9F\x98\x80.\"", ""},
        {"\"\\uFFFF\\uD7FF\\uE000\"", "\"\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80\"", ""},
        {"{\"\":1,\"\\u0041\":2,\"a\":3}", "{\"\":1,\"A\":2,\"a\":3}", ""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct pm_text t = text_of(cases[i].text);
        struct pm_arena arena;
        struct pm_json value;
        struct pm_out out = {0};
        pulma_error err = {.message = ""};
        pm_arena_init(&arena, 0);
        if (pm_json_read(&t, &arena, &value, &err))
            fail_msg("%s\n%d:%d: %s", cases[i].text, err.line, err.column, err.message);
        put_value(&value, &out);
        assert_string_equal(out.data, cases[i].value);
        assert_int_equal(pm_text_len(&t), strlen(cases[i].rest));
        pm_out_free(&out);
        pm_arena_free(&arena);
    }
}

static void damaged_json_is_refused_at_the_right_spot(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *words;
    } cases[] = {
        {"", 1, 1, "a JSON value, found the end"},
        {"nul", 1, 1, "a JSON value"},
        {"+1", 1, 1, "a JSON value"},
        {".5", 1, 1, "a JSON value"},
        {"-", 1, 2, "a digit"},
        {"-x", 1, 2, "a digit"},
        {"1.", 1, 3, "a digit"},
        {"1e", 1, 3, "a digit"},
        {"1e+", 1, 4, "a digit"},
        {"[01]", 1, 3, "',' or ']'"},
        {"[", 1, 2, "a JSON value"},
        {"[1,\n]", 2, 1, "a JSON value"},
        {"[1 2]", 1, 4, "',' or ']'"},
        {"[1}", 1, 3, "',' or ']'"},
        {"{", 1, 2, "a JSON string"},
        {"{\n  a: 1}", 2, 3, "a JSON string"},
        {"{\"a\"}", 1, 5, "':'"},
        {"{\"a\":}", 1, 6, "a JSON value"},
        {"{\"a\":1,}", 1, 8, "a JSON string"},
        {"{\"a\":1]", 1, 7, "',' or '}'"},
        {"\"abc", 1, 5, "the rest of a JSON string, found the end"},
        {"\"a\nb\"", 1, 3, "the rest of a JSON string"},
        {"\"a\x01\"", 1, 3, "the rest of a JSON string, found the byte 0x01"},
        {"\"\\", 1, 3, "an escape"},
        {"\"\\\"", 1, 4, "the rest of a JSON string"},
        {"\"\\x\"", 1, 3, "an escape"},
        {"\"\\u12g4\"", 1, 6, "four hexadecimal digits"},
        {"\"\\u12", 1, 6, "four hexadecimal digits"},
        {"\"\\ud800\"", 1, 8, "the second half"},
        {"\"\\ud800\\n\"", 1, 8, "the second half"},
        {"\"\\ud800\\u0041\"", 1, 8, "the second half"},
        {"\"\\ude00\"", 1, 4, "the first half"},
        {"{\"a\":1,\n \"b\":2,\n \"\\u0061\":3}", 3, 3, "the name 'a' appears twice"},
        {"[{\"a\":1}, {\"\":1,\"\":2}]", 1, 18, "appears twice"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct pm_text t = text_of(cases[i].text);
        struct pm_arena arena;
        struct pm_json value;
        pulma_error err = {.message = ""};
        pm_arena_init(&arena, 0);
        pulma_status status = pm_json_read(&t, &arena, &value, &err);
        if (status != PULMA_BAD_TEXT || err.line != cases[i].line ||
            err.column != cases[i].column || !strstr(err.message, cases[i].words))
            fail_msg("%s\ngave status %d, %d:%d: %s", cases[i].text, (int)status, err.line,
                     err.column, err.message);
        pm_arena_free(&arena);
    }
}

/* PM_JSON_MAX_DEPTH brackets are read, one more is refused, a million as well. */
static void nesting_is_bounded(void **state)
{
    (void)state;
    static const int depths[] = {1, PM_JSON_MAX_DEPTH, PM_JSON_MAX_DEPTH + 1, 1000000};
    for (size_t i = 0; i < COUNT(depths); i++)
        for (int object = 0; object < 2; object++) {
            struct pm_out text = {0};
            struct pm_arena arena;
            struct pm_json value;
            pulma_error err = {.message = ""};
            for (int d = 0; d < depths[i]; d++)
                pm_out_text(&text, object && d % 2 ? "{\"a\":" : "[");
            pm_out_text(&text, "1");
            for (int d = depths[i] - 1; d >= 0; d--)
                pm_out_char(&text, object && d % 2 ? '}' : ']');
            struct pm_text t = pm_text_of(text.data, text.len);
            pm_arena_init(&arena, 0);
            pulma_status status = pm_json_read(&t, &arena, &value, &err);
            assert_int_equal(status,
                             depths[i] > PM_JSON_MAX_DEPTH ? PULMA_BAD_TEXT : PULMA_OK);
            assert_true(!status == !strstr(err.message, "nested"));
            pm_arena_free(&arena);
            pm_out_free(&text);
        }
}

/* Names and values are found by number and by name, and know where they stood. */
static void values_are_found(void **state)
{
    (void)state;
    struct pm_text t = text_of("{\"a\": 1,\n  \"list\": [\"x\", {}],\n\"c\": true}");
    struct pm_arena arena;
    struct pm_json doc;
    pm_arena_init(&arena, 0);
    assert_int_equal(pm_json_read(&t, &arena, &doc, NULL), PULMA_OK);
    assert_int_equal(doc.count, 3);
    assert_true(pm_text_is(&pm_json_name(&doc, 1)->text, "list"));
    const struct pm_json *list = pm_json_value(&doc, 1);
    assert_ptr_equal(list, pm_json_find(&doc, "list"));
    assert_int_equal(list->type, PM_JSON_LIST);
    assert_int_equal(list->count, 2);
    assert_int_equal(list->text.line, 2);
    assert_int_equal(list->text.column, 11);
    assert_int_equal(list->items[0].text.column,
                     13); /* of the character, not of the quote */
    assert_int_equal(pm_json_find(&doc, "c")->type, PM_JSON_TRUE);
    assert_null(pm_json_find(&doc, "b"));
    assert_null(pm_json_find(list, "a"));
    pm_arena_free(&arena);
}

/* Any bytes: what the writer makes of them is read back as valid UTF-8, and the same when the bytes
 * were valid. */
static void what_json_writes_it_reads(void **state)
{
    (void)state;
    struct pm_rng rng;
    pm_rng_init(&rng, 7);
    for (int round = 0; round < 2000; round++) {
        char bytes[40];
        int len = (int)pm_rng_below(&rng, sizeof bytes), most = round % 2 ? 256 : 128;
        for (int i = 0; i < len; i++)
            bytes[i] = (char)pm_rng_below(&rng, most);
        struct pm_out once = {0};
        struct pm_arena arena;
        struct pm_json value;
        pm_arena_init(&arena, 0);
        pm_json_put(&once, bytes, (size_t)len);
        struct pm_text t = pm_text_of(once.data, once.len);
        assert_int_equal(pm_json_read(&t, &arena, &value, NULL), PULMA_OK);
        assert_true(pm_text_ended(&t));
        if (most == 128) {
            assert_int_equal(pm_text_len(&value.text), len);
            assert_memory_equal(value.text.at, bytes, (size_t)len);
        }
        for (size_t at = 0, n; at < pm_text_len(&value.text); at += n) {
            uint32_t code;
            assert_true((n = pm_utf8(value.text.at + at, pm_text_len(&value.text) - at,
                                     &code)) > 0);
        }
        pm_arena_free(&arena);
        pm_out_free(&once);
    }
}

/* A thousand documents with some bytes changed or the end cut off: read or refused, no more. */
static void damaged_documents_do_no_harm(void **state)
{
    (void)state;
    static const char whole[] = "{\"a\": [1, -2.5e3, \"\\ud83d\\ude00\\n\", {\"b\": null}],"
                                " \"c\": {\"d\": true, \"e\": [[], {}, \"\"]}}";
    struct pm_rng rng;
    pm_rng_init(&rng, 11);
    for (int round = 0; round < 1000; round++) {
        char text[sizeof whole];
        size_t len = sizeof whole - 1;
        memcpy(text, whole, sizeof whole);
        if (round < (int)len)
            len = (size_t)round;
        for (int i = round < (int)sizeof whole ? 0 : 3; i > 0; i--)
            text[pm_rng_below(&rng, (int)len)] =
                "{}[]\",:\\u0-.e x"[pm_rng_below(&rng, 16)];
        struct pm_text t = pm_text_of(text, len);
        struct pm_arena arena;
        struct pm_json value;
        pulma_error err = {.message = ""};
        pm_arena_init(&arena, 0);
        pulma_status status = pm_json_read(&t, &arena, &value, &err);
        assert_true(status == PULMA_OK || (status == PULMA_BAD_TEXT && err.line > 0));
        assert_true(status == PULMA_BAD_TEXT || len == sizeof whole - 1);
        pm_arena_free(&arena);
    }
}

/* ---- Forms ---- */

static enum pm_naming names_a_kind(const struct pm_text *word)
{
    return pm_text_is(word, "kakuro") || pm_text_is(word, "sudoku") ? PM_A_NAME
           : pm_text_is(word, "sudku")                              ? PM_NEARLY_A_NAME
                                                                    : PM_NO_NAME;
}

/* The form as "kind|field=line,line|...". */
static void outline(const struct pm_form *form, struct pm_out *out)
{
    pm_out_bytes(out, form->kind.at, pm_text_len(&form->kind));
    for (int i = 0; i < form->field_count; i++) {
        const struct pm_field *field = &form->fields[i];
        pm_out_char(out, '|');
        pm_out_bytes(out, field->name.at, pm_text_len(&field->name));
        for (int j = 0; j < field->line_count; j++) {
            pm_out_char(out, j ? ',' : '=');
            pm_out_bytes(out, field->lines[j].at, pm_text_len(&field->lines[j]));
        }
    }
}

static void forms_are_the_same_as_text_and_as_json(void **state)
{
    (void)state;
    static const struct {
        const char *text, *outline;
    } cases[] = {
        {"kakuro\ntitle: Monday\n12\n34\n", "kakuro|title=Monday|grid=12,34"},
        {"% note\n\nkakuro\nregions:\naa\n\nbb\ngrid:\n12\n\nsudoku\n1",
         "kakuro|regions=aa,bb|grid=12"},
        {"12\n34\n===\n5", "|grid=12,34"},
        {"{\"kind\": \"kakuro\", \"digits\": 9, \"x\": true, \"grid\": [\"1\\u00e42\", [3, "
         "4]]}",
         "kakuro|digits=9|x=yes|grid=1\xC3\xA4"
         "2,3 4"},
        {"{\"grid\":\"12\\n34\",\"none\":null}", "|grid=12,34"},
        {"kakuro\n1\n\n{\"kind\":\"sudoku\"}", "kakuro|grid=1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        struct pm_text t = text_of(cases[i].text);
        struct pm_form form;
        pulma_error err = {.message = ""};
        struct pm_out got = {0};
        assert_int_equal(pm_form_read(&t, names_a_kind, &arena, &form, &err), PULMA_OK);
        outline(&form, &got);
        assert_string_equal(got.data, cases[i].outline);
        pm_out_free(&got);
        pm_arena_free(&arena);
    }
}

static void damaged_forms_are_refused_at_the_right_spot(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {
        {"kakuro\na: 1\na: 2\n", 3, 1},
        {"{\"kind\" 3}", 1, 9},
        {"{\"grid\": [1, }", 1, 14},
        {"{\n\"grid\": [\"\\q\"]}", 2, 12},
        {"{\"a\": {}}", 1, 7},
        {"{\"a\": \"unfinished", 1, 18},
        {"{", 1, 2},
        {"{\"a\": \"\\ud800x\"}", 1, 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        struct pm_text t = text_of(cases[i].text);
        struct pm_form form;
        pulma_error err = {.message = ""};
        assert_int_equal(pm_form_read(&t, names_a_kind, &arena, &form, &err),
                         PULMA_BAD_TEXT);
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.column, cases[i].column);
        pm_arena_free(&arena);
    }
}

/* Files put together without a gap, and a row that happens to be the name of a kind. */
static void the_next_kind_begins_the_next_form(void **state)
{
    (void)state;
    static const struct {
        const char *text, *forms;
    } cases[] = {
        {"sudoku\ntitle: a\n12\n21\nsudoku\ntitle: b\n2.\n",
         "sudoku|title=a|grid=12,21;sudoku|title=b|grid=2.;"},
        {"sudoku\nabcdef\nsudoku\nfedcba\n", "sudoku|grid=abcdef,sudoku,fedcba;"},
        {"sudoku\nABCDEF\nsudoku\n1\n", "sudoku|grid=ABCDEF;sudoku|grid=1;"},
        {"sudoku\nsudoku\n", "sudoku|grid=sudoku;"},
        {"sudoku\nabcdef\n\nsudoku\n1\n", "sudoku|grid=abcdef;sudoku|grid=1;"},
        /* a misspelt name begins a puzzle after a gap, but no row does */
        {"sudoku\nab\n\nsudku\n1\n", "sudoku|grid=ab;|grid=sudku,1;"},
        {"sudoku\nab\nsudku\n1\n", "sudoku|grid=ab,sudku,1;"},
        {"sudoku\nabcde\n\nsudku\n1\n", "sudoku|grid=abcde,sudku,1;"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pm_text t = pm_text_of(cases[i].text, strlen(cases[i].text));
        struct pm_arena arena;
        struct pm_form form;
        struct pm_out got = {0};
        pulma_error err = {.message = ""};
        pm_arena_init(&arena, 0);
        while (pm_form_read(&t, names_a_kind, &arena, &form, &err) == PULMA_OK) {
            outline(&form, &got);
            pm_out_char(&got, ';');
        }
        pm_out_char(&got, '\0');
        assert_string_equal(got.data, cases[i].forms);
        pm_out_free(&got);
        pm_arena_free(&arena);
    }
}

static void what_a_form_writes_it_reads(void **state)
{
    (void)state;
    for (int json = 0; json < 2; json++) {
        struct pm_out out = {0};
        struct pm_form_out w;
        pm_form_begin(&w, &out, json, "sudoku", "A \"title\"");
        pm_form_put_int(&w, "digits", 9);
        pm_form_put_bool(&w, "diagonals", true);
        pm_form_open(&w, "regions");
        pm_form_line(&w, "aab");
        pm_form_open(&w, "grid");
        pm_form_line(&w, "1.2");
        pm_form_line(&w, "3.4");
        pm_form_end(&w);
        struct pm_arena arena;
        pm_arena_init(&arena, 0);
        struct pm_text t = pm_text_of(out.data, out.len);
        struct pm_form form;
        pulma_error err;
        struct pm_out got = {0};
        assert_int_equal(pm_form_read(&t, names_a_kind, &arena, &form, &err), PULMA_OK);
        outline(&form, &got);
        assert_string_equal(got.data, "sudoku|title=A \"title\"|digits=9|diagonals=yes|"
                                      "regions=aab|grid=1.2,3.4");
        bool diagonals = false;
        int digits = 0;
        assert_int_equal(pm_form_bool(&form, "diagonals", &diagonals, &err), PULMA_OK);
        assert_true(diagonals);
        assert_int_equal(pm_form_int(&form, "digits", 1, 5, &digits, &err), PULMA_BAD_TEXT);
        assert_int_equal(pm_form_int(&form, "digits", 1, 9, &digits, &err), PULMA_OK);
        assert_int_equal(pm_form_done(&form, &err), PULMA_BAD_TEXT); /* regions: unused */
        pm_out_free(&got);
        pm_out_free(&out);
        pm_arena_free(&arena);
    }
}

/* ---- f-puzzles ---- */

static void f_puzzles_links_are_read_with_care(void **state)
{
    (void)state;
    static const struct {
        const char *json, *words; /* words NULL: the board is read */
    } cases[] = {
        {"{\"size\":4}", NULL},
        {"{\"size\":\"4\",\"title\":\"a\\u00e4\",\"author\":\"x\",\"odd\":[{\"cell\":"
         "\"R1C2\"}]}",
         NULL},
        {"{\"size\":4,\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"5\"}]}",
         NULL},
        {"{\"size\":4,\"arrow\":[],\"thermometer\":null}", NULL},
        {"{\"size\":4,\"arrow\":[1]}", "uses 'arrow'"},
        {"{\"size\":4,\"activeConstraints\":[\"killercage\",\"odd\"]}", NULL},
        {"{\"size\":4,\"activeConstraints\":{\"arrow\":false,\"diagonal+\":true}}", NULL},
        {"{\"size\":4,\"activeConstraints\":[\"arrow\"]}", "uses 'arrow'"},
        {"{\"size\":4,\"activeConstraints\":{\"thermometer\":true}}", "uses 'thermometer'"},
        {"{\"size\":4,", "a JSON string"},
        {"[]", "an object in the unpacked link"},
        {"{\"size\":4,\"size\":9}", "appears twice"},
        {"{\"size\":4.5}", "a whole number in the unpacked link"},
        {"{\"size\":[4]}", "a number in the unpacked link"},
        {"{\"size\":40}", "a number from 1 to 25"},
        {"{\"size\":4,\"grid\":{}}", "a list in the unpacked link"},
        {"{\"size\":4,\"grid\":[[],[],[]]}", "as many rows as the size says"},
        {"{\"size\":4,\"grid\":[[],[],[],[]]}", "as many columns as the size says"},
        {"{\"size\":1,\"grid\":[[3]]}", "an object in the unpacked link"},
        {"{\"size\":1,\"grid\":[[{\"value\":2}]]}", "found '2'"},
        {"{\"size\":1,\"grid\":[[{\"region\":null}]]}", "without a region"},
        {"{\"size\":4,\"odd\":[\"R1C2\"]}", "an object in the unpacked link"},
        {"{\"size\":4,\"odd\":[{\"cell\":\"A1\"}]}", "a cell such as R1C2"},
        {"{\"size\":4,\"odd\":[{\"cell\":\"R5C1\"}]}", "a number from 1 to 4"},
        {"{\"size\":4,\"killercage\":[{\"cells\":[\"R1C1\"]}]}", "without a sum"},
        {"{\"size\":4,\"killercage\":[{\"cells\":[\"R1C1\",\"R1C1\"],\"value\":3}]}",
         "twice"},
        {"{\"size\":4,\"diagonal+\":true}", "one diagonal only"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct pm_out link = {0};
        pulma_puzzle *puzzle = NULL;
        pulma_error err = {.message = ""};
        pm_out_text(&link, "https://f-puzzles.com/?load=");
        pm_lz_pack(cases[i].json, strlen(cases[i].json), &link);
        pulma_status status =
            pulma_puzzle_read("sudoku", link.data, link.len, &puzzle, &err);
        if (cases[i].words ? status != PULMA_BAD_TEXT ||
                                 !strstr(err.message, cases[i].words) || err.line != 1
                           : status != PULMA_OK)
            fail_msg("%s\ngave status %d: %s", cases[i].json, (int)status, err.message);
        pulma_puzzle_free(puzzle);
        pm_out_free(&link);
    }
}

/* A text of this many units is the longest that is unpacked: a short link could say gigabytes. */
static void links_unpack_up_to_a_length(void **state)
{
    (void)state;
    enum { MOST = 1 << 20 };
    static const int lengths[] = {0, 1, 2, 63, 1000, 70000, MOST - 1, MOST, MOST + 1};
    char *text = malloc(MOST + 1);
    assert_non_null(text);
    for (int i = 0; i <= MOST; i++)
        text[i] = (char)('a' + i % 7 * (i % 11) % 26);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        struct pm_out link = {0}, again = {0};
        pm_lz_pack(text, (size_t)lengths[i], &link);
        assert_true(link.len < MOST);
        pulma_status status = pm_lz_unpack(pm_text_of(link.data, link.len), &again, NULL);
        assert_int_equal(status, lengths[i] > MOST ? PULMA_BAD_TEXT : PULMA_OK);
        assert_int_equal(again.len, lengths[i] > MOST ? 0 : lengths[i]);
        if (again.len > 0)
            assert_memory_equal(again.data, text, again.len);
        pm_out_free(&link);
        pm_out_free(&again);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read_as_it_is_meant),
        cmocka_unit_test(damaged_json_is_refused_at_the_right_spot),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(what_json_writes_it_reads),
        cmocka_unit_test(damaged_documents_do_no_harm),
        cmocka_unit_test(forms_are_the_same_as_text_and_as_json),
        cmocka_unit_test(damaged_forms_are_refused_at_the_right_spot),
        cmocka_unit_test(the_next_kind_begins_the_next_form),
        cmocka_unit_test(what_a_form_writes_it_reads),
        cmocka_unit_test(f_puzzles_links_are_read_with_care),
        cmocka_unit_test(links_unpack_up_to_a_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
