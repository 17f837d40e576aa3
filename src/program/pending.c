/* Stands in for the solver layer (model.c, solvers) until that is built: remove it then. */
#include "program/program.h"
#include "core/text.h"
pulma_status pm_model_solve(const struct pm_source *a,const struct pm_model_options *b,const struct pm_limits *c, struct pm_model_result *d,pulma_error *e){(void)a;(void)b;(void)c;(void)d;return pm_fail(e,PULMA_UNAVAILABLE,NULL,"pending");}
void pm_model_result_free(struct pm_model_result *r){(void)r;}
int pm_solver_count(void){return 1;} const char*pm_solver_name(int i){(void)i;return "glpk";} const char*pm_solver_title(int i){(void)i;return "GLPK";} int pm_solver_find(const char*n){(void)n;return 0;}
bool pm_solver_available(int s,char*h,size_t n){(void)s;(void)h;(void)n;return false;}
pulma_status pm_model_translate(const struct pm_source *a,const struct pm_model_options *b,bool l,const struct pm_limits *c, struct pm_program **p,pulma_error *e){(void)a;(void)b;(void)c;(void)l;(void)p;return pm_fail(e,PULMA_UNAVAILABLE,NULL,"pending");}
void pm_program_free(struct pm_program*p){(void)p;}
pulma_status pm_program_size_json(struct pm_program*p,struct pm_out*o,pulma_error*e){(void)p;(void)o;(void)e;return PULMA_UNAVAILABLE;}
pulma_status pm_program_write(struct pm_program*p,const char*f,struct pm_out*o,pulma_error*e){(void)p;(void)f;(void)o;(void)e;return PULMA_UNAVAILABLE;}
void pm_model_join(const struct pm_source*s,struct pm_out*o){(void)s;(void)o;}
pulma_status pm_model_latex(const char*m,size_t l,struct pm_out*o,pulma_error*e){(void)m;(void)l;(void)o;(void)e;return PULMA_UNAVAILABLE;}
